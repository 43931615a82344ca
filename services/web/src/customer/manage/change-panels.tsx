import { useEffect, useMemo, useRef } from 'preact/hooks'
import { serverNow } from '../../api/send.ts'
import { moment } from '../../text/times.ts'
import { pageLocale, say } from '../../text/words.ts'
import { Button } from '../../ui/button.tsx'
import styles from '../../ui/parts.module.css'
import { useTurningPoint } from '../../ui/use-turning-point.ts'
import { zoneOf } from '../zone.ts'
import { limitAhead, mayDo, type Action } from './allowed.ts'
import { CancelPanel } from './cancel-panel.tsx'
import type { Manage, Shown } from './manage.ts'
import { MovePanel } from './move-panel.tsx'

interface Props {
  manage: Manage
  view: Shown
}

/** The changes that are still allowed: a button each, or the form of the pressed one. */
export function ChangePanels({ manage, view }: Props) {
  const { appointment, done, seen } = view
  const open = manage.openPanel.value
  const now = serverNow()
  const mayMove = mayDo(appointment, 'move', now)
  const mayCancel = mayDo(appointment, 'cancel', now)
  useTurningPoint(
    now,
    limitAhead(appointment, 'move', now),
    limitAhead(appointment, 'cancel', now),
    Date.parse(appointment.end),
  )
  const buttons = useRef<HTMLDivElement>(null)
  useReturnOfFocus(buttons, open, done ?? seen)
  const changes = useMemo(() => manage.changes(view), [manage, view, open])
  const session = manage.session()
  const close = () => {
    manage.openPanel.value = undefined
  }
  const hasEnded = Date.parse(appointment.end) <= now
  return (
    <>
      {!hasEnded && open === undefined && <Limits view={view} now={now} />}
      <div class={styles.choices} ref={buttons} hidden={open !== undefined || (!mayMove && !mayCancel)}>
        {mayMove && (
          <Button name="move" onClick={() => manage.ask('move')}>
            {say('manage.change')}
          </Button>
        )}
        {mayCancel && (
          <Button name="cancel" onClick={() => manage.ask('cancel')}>
            {say('manage.cancel')}
          </Button>
        )}
      </div>
      {open === 'move' && session && <MovePanel {...{ appointment, session, changes }} onClose={close} />}
      {open === 'cancel' && <CancelPanel appointment={appointment} changes={changes} onClose={close} />}
    </>
  )
}

/** Until when the appointment can be changed and cancelled. */
function Limits({ view: { appointment }, now }: { view: Shown; now: number }) {
  const limits = (['move', 'cancel'] as const).map((action) => limitAhead(appointment, action, now))
  const [move, cancel] = limits
  const at = (instant: number) => moment(instant, zoneOf(appointment), pageLocale())
  const mayMove = mayDo(appointment, 'move', now)
  const isLate = !mayMove || !mayDo(appointment, 'cancel', now)
  return (
    <>
      {move !== undefined && move === cancel ? (
        <p>{say('manage.until', { moment: at(move) })}</p>
      ) : (
        <>
          {move !== undefined && <p>{say('manage.untilMove', { moment: at(move) })}</p>}
          {cancel !== undefined && <p>{say('manage.untilCancel', { moment: at(cancel) })}</p>}
        </>
      )}
      {isLate && <p class={styles.notice}>{say(mayMove ? 'manage.lateCancel' : 'fault.late')}</p>}
    </>
  )
}

/** Closing a form returns the focus to its button, unless a new notice about a change has it. */
function useReturnOfFocus(
  buttons: { current: HTMLDivElement | null },
  open: Action | undefined,
  notice: object | undefined,
): void {
  const wasOpen = useRef(open)
  const lastNotice = useRef(notice)
  useEffect(() => {
    const isClosed = open === undefined && lastNotice.current === notice
    if (isClosed && wasOpen.current !== undefined)
      buttons.current?.querySelector<HTMLElement>(`[name="${wasOpen.current}"]`)?.focus()
    lastNotice.current = notice
    wasOpen.current = open
  }, [open, notice])
}
