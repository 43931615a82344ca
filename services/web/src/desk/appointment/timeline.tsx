import type { ComponentChildren } from 'preact'
import { useState } from 'preact/hooks'
import { dayName } from '../../text/calendar-dates.ts'
import { clockTime } from '../../text/times.ts'
import { pageLocale, say, type PlainKey } from '../../text/words.ts'
import { Button } from '../../ui/button.tsx'
import type { Person } from '../api/shapes.ts'
import { dayOf } from '../day.ts'
import type { Desk } from '../desk.ts'
import { didNotArrive, messageName, messageStepText } from '../messages/message-words.ts'
import { isOpen } from '../standing.ts'
import { Select } from '../ui/select.tsx'
import styles from '../ui/desk.module.css'
import { ChangedParts } from './changed-parts.tsx'
import { actorName, whatHappened, type Kind } from './happened.ts'
import type { AppointmentRecord } from './record.ts'
import { SendAgain } from './send-again.tsx'
import { itemsOf, latestSteps, type Item } from './timeline-items.ts'

const filters: readonly (readonly ['' | Kind, PlainKey])[] = [
  ['', 'timeline.all'],
  ['people', 'timeline.people'],
  ['messages', 'timeline.messages'],
  ['presence', 'timeline.presence'],
]

interface Props {
  desk: Desk
  record: AppointmentRecord
}

/** Everything that happened to the appointment, newest first. If one source fails, the rest is shown. */
export function Timeline({ desk, record }: Props) {
  const [filter, setFilter] = useState('')
  const { timeline, messages, seesMessages } = record
  const changes = timeline.known.value
  const steps = messages.known.value
  const zone = desk.zone()
  const people = record.people.known.value.value ?? []
  const appointment = record.appointment.known.value.value
  const maySend = appointment !== undefined && isOpen(appointment)
  const latest = latestSteps(steps.value ?? [])
  const items = itemsOf(changes.value?.content ?? [], steps.value ?? []).filter(
    ({ kind }) => filter === '' || kind === filter,
  )
  const isLoading = changes.value === undefined && changes.error === undefined
  const days = [...new Set(items.map(({ at }) => dayOf(at, zone)))]
  return (
    <section class={styles.panel} aria-labelledby="timeline">
      <div class={styles.panelHead}>
        <h2 id="timeline">{say('timeline.title')}</h2>
        <Select
          label={say('timeline.show')}
          options={filters
            .filter(([kind]) => kind !== 'messages' || seesMessages)
            .map(([kind, key]) => [kind, say(key)])}
          value={filter}
          onValue={setFilter}
        />
      </div>
      {changes.error !== undefined && (
        <Away text={say('timeline.noChanges')} onRetry={() => void timeline.load()} />
      )}
      {steps.error !== undefined && (
        <Away text={say('timeline.noMessages')} onRetry={() => void messages.load()} />
      )}
      {isLoading && <p class={styles.soft}>{say('desk.loading')}</p>}
      {!isLoading && items.length === 0 && <p class={styles.soft}>{say('timeline.empty')}</p>}
      {days.map((day) => (
        <div key={day}>
          <h3 class={styles.day}>{dayName(day, pageLocale())}</h3>
          <ul class={styles.timeline}>
            {items
              .filter(({ at }) => dayOf(at, zone) === day)
              .map((item) => (
                <Entry key={item.key} item={item} zone={zone} people={people}>
                  {maySend && item.step && latest.has(item.step.id) && didNotArrive(item.step) && (
                    <SendAgain desk={desk} record={record} step={item.step} />
                  )}
                </Entry>
              ))}
          </ul>
        </div>
      ))}
    </section>
  )
}

const Away = ({ text, onRetry }: { text: string; onRetry: () => void }) => (
  <div class={styles.note} role="alert">
    <p>{text}</p>
    <Button onClick={onRetry}>{say('page.again')}</Button>
  </div>
)

interface EntryProps {
  item: Item
  zone: string
  people: readonly Person[]
  /** The actions that the entry offers. */
  children: ComponentChildren
}

function Entry({ item, zone, people, children }: EntryProps) {
  const { at, change, step } = item
  return (
    <li>
      <time dateTime={new Date(at).toISOString()}>{clockTime(at, zone, pageLocale())}</time>
      {change && (
        <div>
          <p>
            <strong>{whatHappened(change)}</strong>
          </p>
          <p class={styles.soft}>
            <bdi>{actorName(change.actor, people)}</bdi>
          </p>
          <ChangedParts entry={change} zone={zone} />
          {change.reason !== undefined && (
            <p>
              <bdi class={styles.paragraph}>{change.reason}</bdi>
            </p>
          )}
        </div>
      )}
      {step && (
        <div>
          <p>
            <strong>{messageStepText(step)}</strong>
          </p>
          <p class={styles.soft}>{messageName(step)}</p>
          {children}
        </div>
      )}
    </li>
  )
}
