import { signal } from '@preact/signals'
import type { Booked, SentCode } from '../../api/booking.ts'
import type { FreeTime } from '../../api/free-times.ts'
import type { Attempt } from './attempts.ts'
import { noDetails, type Details, type FieldFault } from './details.ts'
import type { StepName } from './steps.ts'

/** Whether the page can book. */
export type Opening = { kind: 'loading' | 'unavailable' | 'ready' } | { kind: 'failed'; error: unknown }

/** A code, and the address that received it. */
interface Sent extends SentCode {
  channel: Details['channel']
  to: string
}

/** The state of the page, with the typed details but without the choice. It stays in the memory of the page. */
export const createState = () => ({
  opening: signal<Opening>({ kind: 'loading' }),
  step: signal<StepName>('service'),
  /** Whether the visitor has done something: a heading then takes the focus. */
  hasActed: signal(false),
  /** The time that is being held. */
  choosing: signal<FreeTime | undefined>(undefined),
  details: signal<Details>(noDetails('EMAIL')),
  sent: signal<Sent | undefined>(undefined),
  code: signal(''),
  /** The id of a code that was verified. */
  verified: signal<string | undefined>(undefined),
  isBusy: signal(false),
  attempt: signal<Attempt | undefined>(undefined),
  faults: signal<readonly FieldFault[]>([]),
  /** Why another time has to be chosen. */
  notice: signal<{ readonly text: string } | undefined>(undefined),
  booked: signal<Booked | undefined>(undefined),
})
export type State = ReturnType<typeof createState>
