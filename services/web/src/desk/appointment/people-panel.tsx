import { useState } from 'preact/hooks'
import { say, type PlainKey } from '../../text/words.ts'
import { Button } from '../../ui/button.tsx'
import type { Appointment, Person, Presence } from '../api/shapes.ts'
import type { Desk } from '../desk.ts'
import { nameOf } from '../people.ts'
import { isOpen } from '../standing.ts'
import { Chip } from '../ui/chip.tsx'
import { Shown } from '../ui/shown.tsx'
import styles from '../ui/desk.module.css'
import type { AppointmentRecord } from './record.ts'

const presences: Record<Presence, { text: PlainKey; look?: 'warn' | 'accent' }> = {
  WAITING: { text: 'presence.WAITING', look: 'warn' },
  JOINED: { text: 'presence.JOINED', look: 'accent' },
  LEFT: { text: 'presence.LEFT' },
}

interface Props {
  desk: Desk
  record: AppointmentRecord
  appointment: Appointment
}

/** Everybody who takes part, how to reach them, and whether they are there. */
export const People = ({ record, appointment }: Props) => (
  <section class={styles.panel} aria-labelledby="people">
    <h2 id="people">{say('record.people')}</h2>
    <Shown resource={record.people} fault={say('record.noPeople')}>
      {(people) => (
        <ul class={styles.people}>
          {people.map((person) => (
            <PersonItem
              key={person.id}
              person={person}
              presence={appointment.participants.find(({ id }) => id === person.id)?.state ?? person.state}
              isOpen={isOpen(appointment)}
            />
          ))}
        </ul>
      )}
    </Shown>
  </section>
)

interface ItemProps {
  person: Person
  presence: Presence | undefined
  isOpen: boolean
}

function PersonItem({ person, presence, isOpen: isCurrent }: ItemProps) {
  const { type, contact, ticket } = person
  // a closed appointment keeps the last presence, which is only history
  const shown = isCurrent && presence ? presences[presence] : undefined
  return (
    <li>
      <p>
        <strong>
          <bdi>{nameOf(person)}</bdi>
        </strong>{' '}
        <span class={styles.soft}>{say(type === 'AGENT' ? 'record.agent' : 'desk.customer')}</span>
      </p>
      {shown && (
        <p>
          <Chip icon={presence === 'LEFT' ? 'dash' : 'person'} look={shown.look} text={say(shown.text)} />
        </p>
      )}
      {contact?.primaryEmail !== undefined && (
        <p>
          <a href={`mailto:${contact.primaryEmail}`}>
            <bdi>{contact.primaryEmail}</bdi>
          </a>
        </p>
      )}
      {contact?.primaryPhone !== undefined && (
        <p>
          <a href={`tel:${contact.primaryPhone}`}>
            <bdi>{contact.primaryPhone}</bdi>
          </a>
        </p>
      )}
      {type === 'CUSTOMER' && isCurrent && ticket && <CopyLink link={ticket.accessUrl} />}
    </li>
  )
}

/** Copies the customer's link to the room, which does not allow changes of the appointment. */
function CopyLink({ link }: { link: string }) {
  const [result, setResult] = useState('')
  const copy = () =>
    navigator.clipboard.writeText(link).then(
      () => setResult(say('record.copied')),
      () => setResult(say('record.notCopied')),
    )
  return (
    <p class={styles.inline}>
      <Button onClick={() => void copy()}>{say('record.copy')}</Button>
      <span role="status">{result}</span>
    </p>
  )
}
