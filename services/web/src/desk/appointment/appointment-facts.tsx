import type { ComponentChildren } from 'preact'
import { haveSameTime, lengthOf, moment, timesOf, zoneNameOf } from '../../text/times.ts'
import { pageLocale, say } from '../../text/words.ts'
import { knownZone } from '../../text/zoned-time.ts'
import type { Appointment } from '../api/shapes.ts'
import type { Desk } from '../desk.ts'
import { PlaceText } from '../ui/place-text.tsx'
import { useNames } from '../ui/use-names.ts'
import { WhoServes } from '../ui/who-serves.tsx'
import styles from '../ui/desk.module.css'

interface Props {
  desk: Desk
  appointment: Appointment
}

/** The facts of an appointment: its subject, time, place and agent. */
export function AppointmentFacts({ desk, appointment }: Props) {
  const { id, title, notes, assignment, cancellation, place, notificationsActive } = appointment
  const queues = useNames(desk.api.queues, 'queues')
  const zone = desk.zone()
  const locale = pageLocale()
  const span = { start: Date.parse(appointment.start), end: Date.parse(appointment.end) }
  const { day, hours } = timesOf(span, zone, locale)
  const own = knownZone(appointment.timezone)
  const elsewhere = timesOf(span, own, locale)
  return (
    <section class={styles.panel} aria-labelledby="facts">
      <h2 id="facts">{say('record.facts')}</h2>
      <dl class={styles.facts}>
        <Fact name={say('list.time')}>
          {day}
          <br />
          <strong>{hours}</strong>
          {!haveSameTime(span, zone, own) && (
            <span class={styles.soft}>
              {say('record.customersTime', {
                times: `${elsewhere.day}, ${elsewhere.hours}`,
                zone: zoneNameOf(span.start, own, locale),
              })}
            </span>
          )}
        </Fact>
        <Fact name={say('time.duration')}>{lengthOf(span, locale)}</Fact>
        {title !== undefined && title !== '' && (
          <Fact name={say('list.title')}>
            <bdi>{title}</bdi>
          </Fact>
        )}
        <Fact name={say('list.with')}>
          <WhoServes appointment={appointment} queues={queues} />
          {assignment?.state === 'PENDING' && (
            <span class={styles.soft}>{assignmentText(assignment, zone)}</span>
          )}
        </Fact>
        <Fact name={say('record.place')}>
          <PlaceText place={place} />
        </Fact>
        {notes !== undefined && notes !== '' && (
          <Fact name={say('record.notes')}>
            <bdi class={styles.paragraph}>{notes}</bdi>
          </Fact>
        )}
        {cancellation && (
          <Fact name={say('record.cancelled')}>
            {moment(Date.parse(cancellation.at), zone, locale)}
            {cancellation.reason !== undefined && <bdi class={styles.paragraph}>{cancellation.reason}</bdi>}
          </Fact>
        )}
        {!notificationsActive && <Fact name={say('desk.messages')}>{say('record.noMessages')}</Fact>}
        <Fact name={say('record.number')}>
          <code class={styles.code}>{id}</code>
        </Fact>
      </dl>
    </section>
  )
}

/** By when an agent will be chosen, in words. */
function assignmentText({ dueAt }: NonNullable<Appointment['assignment']>, zone: string): string {
  if (dueAt === undefined) return say('record.assigning')
  return say('record.assignedBy', { time: moment(Date.parse(dueAt), zone, pageLocale()) })
}

const Fact = ({ name, children }: { name: string; children: ComponentChildren }) => (
  <div>
    <dt>{name}</dt>
    <dd>{children}</dd>
  </div>
)
