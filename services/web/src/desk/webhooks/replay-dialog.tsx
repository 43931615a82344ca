import { useEffect, useRef, useState } from 'preact/hooks'
import { announce } from '../../ui/announce.ts'
import { say } from '../../text/words.ts'
import { Button } from '../../ui/button.tsx'
import parts from '../../ui/parts.module.css'
import { addDays } from '../../text/calendar-dates.ts'
import { startOf } from '../day.ts'
import { BadNote } from '../ui/bad-note.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { FaultNote } from '../ui/fault-note.tsx'
import { Select } from '../ui/select.tsx'
import { useAttempt } from '../ui/use-attempt.ts'
import styles from '../ui/desk.module.css'
import type { EndpointDialogProps } from './dialog-props.ts'
import type { Replay } from './webhooks-api.ts'

const HOUR_MS = 3_600_000
const spans = [
  ['1', 'webhooks.lastHour'],
  ['24', 'webhooks.lastDay'],
  ['168', 'webhooks.lastWeek'],
  ['between', 'period.between'],
] as const

/** The counted deliveries, which are exactly those that will be sent. */
interface Counted {
  replay: Replay
  count: number
}

/** Sends the deliveries of a period again. They are counted first, so that the person knows how many there are. */
export function ReplayDialog({ desk, endpointId, onClose }: EndpointDialogProps) {
  const [span, setSpan] = useState('24')
  const [days, setDays] = useState({ from: '', to: '' })
  const [onlyFailed, setOnlyFailed] = useState(true)
  const [counted, setCounted] = useState<Counted | undefined>(undefined)
  const [isIncomplete, setIncomplete] = useState(false)
  const result = useRef<HTMLParagraphElement>(null)
  const attempt = useAttempt()
  // after counting, another button replaces the pressed one
  useEffect(() => result.current?.focus(), [counted])
  const change = () => {
    setCounted(undefined)
    setIncomplete(false)
    attempt.renew()
  }
  const period = (): { from: number; to: number } | undefined => {
    if (span !== 'between') return { from: Date.now() - Number(span) * HOUR_MS, to: Date.now() }
    if (days.from === '' || days.to === '' || days.to < days.from) return undefined
    return { from: startOf(days.from, desk.zone()), to: startOf(addDays(days.to, 1), desk.zone()) }
  }
  const count = async () => {
    const wanted = period()
    setIncomplete(wanted === undefined)
    if (!wanted) return
    const [from, to] = [new Date(wanted.from).toISOString(), new Date(wanted.to).toISOString()]
    const replay = { from, to, onlyFailed }
    const found = await attempt.send((key) => desk.api.webhooks.replay(endpointId, replay, true, key))
    if (found !== undefined) setCounted({ replay, count: found })
  }
  const send = async ({ replay }: Counted) => {
    const sent = await attempt.send((key) => desk.api.webhooks.replay(endpointId, replay, false, key))
    if (sent === undefined) return
    announce(say('webhooks.replayed', { count: sent }))
    onClose()
  }
  return (
    <Dialog title={say('webhooks.replayTitle')} isBusy={attempt.isBusy} onClose={onClose}>
      <p>{say('webhooks.replayText')}</p>
      <Select
        label={say('list.period')}
        options={spans.map(([value, key]) => [value, say(key)])}
        value={span}
        onValue={(value) => {
          setSpan(value)
          change()
        }}
      />
      {span === 'between' && (
        <div class={parts.fields}>
          {(['from', 'to'] as const).map((name) => (
            <label key={name}>
              <span class={parts.label}>{say(name === 'from' ? 'list.from' : 'list.to')}</span>
              <input
                class={parts.input}
                type="date"
                value={days[name]}
                onChange={(event) => {
                  setDays({ ...days, [name]: event.currentTarget.value })
                  change()
                }}
              />
            </label>
          ))}
        </div>
      )}
      <label class={styles.tick}>
        <input
          type="checkbox"
          checked={onlyFailed}
          onChange={(event) => {
            setOnlyFailed(event.currentTarget.checked)
            change()
          }}
        />
        {say('webhooks.onlyFailed')}
      </label>
      {counted && (
        <p class={styles.note} tabIndex={-1} ref={result}>
          {say('webhooks.counted', { count: counted.count })}
        </p>
      )}
      <BadNote text={isIncomplete ? say('webhooks.chooseDays') : undefined} />
      <FaultNote fault={attempt.fault} />
      <div class={styles.buttons}>
        {counted && counted.count > 0 ? (
          <Button look="main" isBusy={attempt.isBusy} onClick={() => void send(counted)}>
            {attempt.isBusy ? say('form.busy') : say('webhooks.replaySubmit', { count: counted.count })}
          </Button>
        ) : (
          <Button look="main" isBusy={attempt.isBusy} onClick={() => void count()}>
            {say(attempt.isBusy ? 'form.busy' : 'webhooks.count')}
          </Button>
        )}
        <Button isBusy={attempt.isBusy} onClick={onClose}>
          {say('desk.close')}
        </Button>
      </div>
    </Dialog>
  )
}
