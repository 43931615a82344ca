import { useEffect, useMemo, useRef } from 'preact/hooks'
import type { Appointment } from '../../api/appointment.ts'
import { lengthOf, moment } from '../../text/times.ts'
import { pageLocale, say } from '../../text/words.ts'
import { Button } from '../../ui/button.tsx'
import { Heading } from '../../ui/heading.tsx'
import { Page } from '../../ui/page.tsx'
import styles from '../../ui/parts.module.css'
import { FailurePage } from '../failure.tsx'
import { changesSince, phaseOf, roomAddress, type Phase } from '../phase.ts'
import { spanOf, When } from '../when.tsx'
import { shownZone } from '../zone.ts'
import { CancelPanel } from './cancel-panel.tsx'
import type { Manage, View } from './manage.ts'
import { MovePanel } from './move-panel.tsx'

type Shown = Extract<View, { kind: 'appointment' }>

/** The page behind the link in a customer's messages. */
export function ManagePage({ manage }: { manage: Manage }) {
  const view = manage.view.value
  useEffect(() => {
    document.title = say('title.manage')
  })
  if (!view) return null
  if (view.kind === 'failure')
    return (
      <FailurePage error={view.error} takesFocus={view.isAfterChange} onRetry={() => void manage.open()} />
    )
  return <AppointmentPage manage={manage} view={view} />
}

function AppointmentPage({ manage, view }: { manage: Manage; view: Shown }) {
  const { appointment, room, done, seen } = view
  const phase = phaseOf(appointment, room, Date.now())
  const isOpen = phase === 'open' || phase === 'running' || phase === 'waiting'
  const address = phase === 'open' && room ? roomAddress(room.url) : undefined
  const mayChange = !done && isOpen && Date.parse(appointment.end) > Date.now()
  return (
    <Page>
      {done && <DoneNotice appointment={appointment} done={done} />}
      {seen && <StaleNotice before={seen} now={appointment} />}
      <p>
        <Chip phase={phase} hasStarted={Date.parse(appointment.start) <= Date.now()} />
      </p>
      <Heading text={appointment.title || say('title.manage')} />
      <When appointment={appointment} isStruck={appointment.state === 'CANCELLED'} hasChoice={isOpen} />
      <dl class={styles.facts}>
        <div>
          <dt>{say('time.duration')}</dt>
          <dd>{lengthOf(spanOf(appointment), pageLocale())}</dd>
        </div>
      </dl>
      {address !== undefined && (
        <p>
          <a class="button main" href={address} rel="noreferrer">
            {say('manage.join')}
          </a>
        </p>
      )}
      {!done && !isOpen && <EndNotice phase={phase} />}
      {mayChange && <ChangePanels manage={manage} view={view} />}
    </Page>
  )
}

function Chip({ phase, hasStarted }: { phase: Phase; hasStarted: boolean }) {
  if (phase === 'cancelled' || phase === 'failed')
    return <span class={`${styles.chip} ${styles.bad}`}>{say(`chip.${phase}`)}</span>
  if (phase === 'over') return <span class={styles.chip}>{say('chip.over')}</span>
  return (
    <span class={`${styles.chip} ${styles.good}`}>{say(hasStarted ? 'chip.running' : 'chip.booked')}</span>
  )
}

function DoneNotice({ appointment, done }: { appointment: Appointment; done: NonNullable<Shown['done']> }) {
  const isMoved = done.kind === 'moved'
  return (
    <div class={`${styles.notice} ${styles.good}`}>
      <Heading level={2} takesFocus text={say(isMoved ? 'moved.title' : 'cancelled.title')} />
      {isMoved ? (
        <>
          <p>
            <span class="unseen">{say('moved.before')} </span>
            <s>{moment(Date.parse(done.before.start), shownZone(), pageLocale())}</s>
          </p>
          <p>{say(appointment.notificationsActive ? 'moved.message' : 'moved.quiet')}</p>
        </>
      ) : (
        <p>{say('cancelled.text')}</p>
      )}
    </div>
  )
}

function StaleNotice({ before, now }: { before: Appointment; now: Appointment }) {
  const at = ({ start }: Appointment) => moment(Date.parse(start), shownZone(), pageLocale())
  const changed = changesSince(before, now)
  return (
    <div class={styles.notice}>
      <Heading level={2} takesFocus text={say('stale.title')} />
      {changed.includes('time') && (
        <>
          <p>{say('stale.before', { times: at(before) })}</p>
          <p>{say('stale.now', { times: at(now) })}</p>
        </>
      )}
      {changed.includes('title') && (
        <p>{say('stale.subject', { title: now.title || say('title.manage') })}</p>
      )}
      {changed.includes('other') && <p>{say(now.state === 'CANCELLED' ? 'end.cancelled' : 'stale.other')}</p>}
      <p>{say('stale.nothing')}</p>
    </div>
  )
}

function EndNotice({ phase }: { phase: Phase }) {
  if (phase === 'failed')
    return (
      <p class={styles.notice}>
        {say('end.failed')} {say('end.contact')}
      </p>
    )
  return <p class={styles.notice}>{say(phase === 'cancelled' ? 'end.cancelled' : 'end.over')}</p>
}

/** The two buttons, or the form of the pressed one. Closing the form returns the focus to its button. */
function ChangePanels({ manage, view: { appointment, room, seen } }: { manage: Manage; view: Shown }) {
  const open = manage.openPanel.value
  const buttons = useRef<HTMLDivElement>(null)
  const wasOpen = useRef(open)
  const wasSeen = useRef(seen)
  const changes = useMemo(() => manage.changes(appointment, room), [manage, appointment, room, open])
  useEffect(() => {
    const index = ['move', 'cancel'].indexOf(wasOpen.current ?? '')
    // the notice about a change by others has the focus
    const isClosed = open === undefined && wasSeen.current === seen
    wasSeen.current = seen
    if (isClosed && index >= 0) buttons.current?.querySelectorAll('button')[index]?.focus()
    wasOpen.current = open
  }, [open, seen])
  const close = () => {
    manage.openPanel.value = undefined
  }
  return (
    <>
      <div class={styles.choices} ref={buttons} hidden={open !== undefined}>
        <Button onClick={() => (manage.openPanel.value = 'move')}>{say('manage.change')}</Button>
        <Button onClick={() => (manage.openPanel.value = 'cancel')}>{say('manage.cancel')}</Button>
      </div>
      {open === 'move' && <MovePanel appointment={appointment} changes={changes} onClose={close} />}
      {open === 'cancel' && <CancelPanel appointment={appointment} changes={changes} onClose={close} />}
    </>
  )
}
