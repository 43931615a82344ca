import type { MessageStep, TimelineEntry } from '../api/shapes.ts'
import { kindOf, type Kind } from './happened.ts'

/** One line of the timeline: a change of the appointment, or a step of one of its messages. */
export interface Item {
  key: string
  kind: Kind
  /** Milliseconds since 1970. */
  at: number
  change?: TimelineEntry
  step?: MessageStep
}

/** Steps that show the outcome of a message; the others prepare them. */
const SHOWN_EVENTS = new Set(['submitted', 'delivered', 'failed', 'cancelled'])

const isShown = ({ event, status, channel }: MessageStep) =>
  channel !== 'WEBHOOKS' && (SHOWN_EVENTS.has(event) || status === 'CANCELLED')

/** Whether an entry only says that the interaction ended with its appointment, which another entry shows. */
const isConsequence = ({ type, changed }: TimelineEntry): boolean =>
  type === 'APInteractionUpdatedEvent' &&
  changed.some(({ name, to }) => name === 'interaction' && (to === 'CANCELLED' || to === 'COMPLETED'))

/** Changes and steps of messages in one order, newest first. */
export const itemsOf = (changes: readonly TimelineEntry[], steps: readonly MessageStep[]): Item[] =>
  [
    ...changes
      .filter((change) => !isConsequence(change))
      .map((change): Item => ({
        key: change.id,
        kind: kindOf(change),
        at: Date.parse(change.at),
        change,
      })),
    ...steps
      .filter(isShown)
      .map((step): Item => ({ key: step.id, kind: 'messages', at: Date.parse(step.at), step })),
  ].sort((one, other) => other.at - one.at)

/** The last shown step of each message, which is its present state. */
export function latestSteps(steps: readonly MessageStep[]): ReadonlySet<string> {
  const latest = new Map<string, MessageStep>()
  for (const step of steps.filter(isShown)) {
    const known = latest.get(step.notificationId)
    if (!known || Date.parse(step.at) >= Date.parse(known.at)) latest.set(step.notificationId, step)
  }
  return new Set([...latest.values()].map(({ id }) => id))
}
