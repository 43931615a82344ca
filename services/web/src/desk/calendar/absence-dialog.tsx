import { useState } from 'preact/hooks'
import { announce } from '../../ui/announce.ts'
import { say, type PlainKey } from '../../text/words.ts'
import { Button } from '../../ui/button.tsx'
import { Fault } from '../../ui/fault.tsx'
import { TextField } from '../../ui/field.tsx'
import type { Agent } from '../api/shapes.ts'
import type { Desk } from '../desk.ts'
import { agentName } from '../people.ts'
import { addressOf, go, place } from '../place.ts'
import { Dialog } from '../ui/dialog.tsx'
import { FaultNote } from '../ui/fault-note.tsx'
import { useAttempt } from '../ui/use-attempt.ts'
import styles from '../ui/desk.module.css'
import { absenceRequest, absenceSpan, type AbsenceDraft, type AbsenceFault } from './absence.ts'

const faultNames: Record<AbsenceFault, PlainKey> = {
  incomplete: 'absence.incomplete',
  reversed: 'absence.reversed',
  skipped: 'absence.skipped',
  long: 'absence.long',
}
const REASON = 200

export interface AddedAbsence {
  /** How many appointments of the agent are in it. */
  count: number
  from: number
  until: number
}

interface Props {
  desk: Desk
  agent: Agent
  /** The first and last day that the form proposes. */
  day: string
  onAdded: (result: AddedAbsence) => void
  onClose: () => void
}

/** Adds an absence of an agent. If it affects appointments, supervisors continue with them. */
export function AbsenceDialog({ desk, agent, day, onAdded, onClose }: Props) {
  const [draft, setDraft] = useState<AbsenceDraft>({
    isWhole: true,
    firstDay: day,
    lastDay: day,
    from: '',
    until: '',
    reason: '',
  })
  const [fault, setFault] = useState<{ text: string } | undefined>(undefined)
  const attempt = useAttempt()
  const change = (changes: Partial<AbsenceDraft>) => {
    setDraft((before) => ({ ...before, ...changes }))
    setFault(undefined)
    attempt.renew()
  }
  const submit = async () => {
    const span = absenceSpan(draft, desk.zone())
    setFault('fault' in span ? { text: say(faultNames[span.fault]) } : undefined)
    if (attempt.isBusy || 'fault' in span) return
    const made = await attempt.send((key) =>
      desk.api.calendars.addAbsence(agent.id, absenceRequest(draft, span), key),
    )
    if (!made) return
    if (made.affected > 0 && desk.is('ROLE_SUPERVISOR', 'ROLE_CLIENT_SERVICE')) {
      onClose()
      const { query } = place.value
      go(addressOf('team', undefined, { ...Object.fromEntries(query), absence: made.id, agent: agent.id }))
      return
    }
    announce(say('absence.added', { count: made.affected }))
    onAdded({ count: made.affected, ...span })
  }
  const field = (name: 'firstDay' | 'lastDay' | 'from' | 'until', label: PlainKey, type: 'date' | 'time') => (
    <TextField
      id={`absence-${name}`}
      label={say(label)}
      type={type}
      value={draft[name]}
      onValue={(value) => change({ [name]: value })}
    />
  )
  return (
    <Dialog
      title={say('absence.title', { name: agentName(agent) })}
      isBusy={attempt.isBusy}
      onClose={onClose}
    >
      <form
        class={styles.form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          void submit()
        }}
      >
        <Fault fault={fault} />
        <div class={styles.pair}>
          {field('firstDay', 'absence.firstDay', 'date')}
          {!draft.isWhole && field('from', 'absence.from', 'time')}
          {field('lastDay', 'absence.lastDay', 'date')}
          {!draft.isWhole && field('until', 'absence.until', 'time')}
        </div>
        <label class={styles.tick}>
          <input
            type="checkbox"
            name="whole"
            checked={draft.isWhole}
            onChange={(event) => change({ isWhole: event.currentTarget.checked })}
          />
          {say('absence.whole')}
        </label>
        <TextField
          id="absence-reason"
          label={say('absence.reason')}
          hint={say('absence.reasonHint')}
          maxLength={REASON}
          value={draft.reason}
          onValue={(reason) => change({ reason })}
        />
        <p class={styles.soft}>{say('absence.keeps')}</p>
        <FaultNote fault={attempt.fault} />
        <div class={styles.buttons}>
          <Button look="main" isBusy={attempt.isBusy}>
            {attempt.isBusy ? say('form.busy') : say('absence.add')}
          </Button>
          <Button isBusy={attempt.isBusy} onClick={onClose}>
            {say('desk.close')}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
