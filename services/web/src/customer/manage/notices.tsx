import type { Appointment } from '../../api/appointment.ts'
import { moment } from '../../text/times.ts'
import { pageLocale, say } from '../../text/words.ts'
import { Heading } from '../../ui/heading.tsx'
import styles from '../../ui/parts.module.css'
import { changesSince, type Phase } from '../phase.ts'
import { zoneOf } from '../zone.ts'
import type { Done, Shown } from './manage.ts'
import own from './manage.module.css'

const startOf = (appointment: Appointment) =>
  moment(Date.parse(appointment.start), zoneOf(appointment), pageLocale())

/** The change that was made on this page. */
export function DoneNotice({ view, done }: { view: Shown; done: Done }) {
  const { appointment, isLinkCurrent } = view
  const isMoved = done.kind === 'moved'
  return (
    <div class={`${styles.notice} ${styles.good}`}>
      <Heading level={2} takesFocus text={say(isMoved ? 'moved.title' : 'cancelled.title')} />
      {isMoved ? (
        <>
          <p>
            <span class="unseen">{say('moved.before')} </span>
            <s>{startOf(done.before)}</s>
          </p>
          <AfterMove isAnnounced={appointment.notificationsActive} isLinkCurrent={isLinkCurrent} />
        </>
      ) : (
        <p>{say('cancelled.text')}</p>
      )}
    </div>
  )
}

interface AfterMoveProps {
  /** Whether a message about the move is sent. */
  isAnnounced: boolean
  isLinkCurrent: boolean
}

function AfterMove({ isAnnounced, isLinkCurrent }: AfterMoveProps) {
  if (isLinkCurrent) return isAnnounced ? <p>{say('moved.sent')}</p> : null
  return <p>{say(isAnnounced ? 'moved.message' : 'moved.quiet')}</p>
}

/** The appointment as the customer saw it, and as it is now. */
export function StaleNotice({ before, now }: { before: Appointment; now: Appointment }) {
  const changed = changesSince(before, now)
  const isCancelled = now.state === 'CANCELLED'
  return (
    <div class={styles.notice}>
      <Heading level={2} takesFocus text={say('stale.title')} />
      {changed.includes('other') ? (
        <p>{say(isCancelled ? 'end.cancelled' : 'stale.other')}</p>
      ) : (
        <dl class={own.sides}>
          <Side name={say('stale.before')} appointment={before} hasTitle={changed.includes('title')} />
          <Side name={say('stale.now')} appointment={now} hasTitle={changed.includes('title')} />
        </dl>
      )}
      <p>{say('stale.nothing')}</p>
    </div>
  )
}

interface SideProps {
  name: string
  appointment: Appointment
  hasTitle: boolean
}

const Side = ({ name, appointment, hasTitle }: SideProps) => (
  <div>
    <dt>{name}</dt>
    {hasTitle && <dd>{appointment.title || say('title.manage')}</dd>}
    <dd>{startOf(appointment)}</dd>
  </div>
)

/** Why nothing can be changed any more. */
export function EndNotice({ phase }: { phase: Phase }) {
  if (phase === 'failed')
    return (
      <p class={styles.notice}>
        {say('end.failed')} {say('end.contact')}
      </p>
    )
  return <p class={styles.notice}>{say(phase === 'cancelled' ? 'end.cancelled' : 'end.over')}</p>
}
