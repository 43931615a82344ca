import type {
  AppointmentSearch,
  AvailabilityCheck,
  Change as ChangeOfFeed,
  Me,
  NotificationSearch,
  NotificationStatus,
  ParticipantDetails,
  ResponseOf,
  TimelineEntry,
  v2AdministrationOperations,
  v2Operations,
} from '@appointments/contracts'
import type { InJson } from '../../api/send.ts'

/* Shapes that the desk reads and writes, as the contracts declare them. */

export type { ChangedPart, Me, PresenceState as Presence, Role, TimelineEntry } from '@appointments/contracts'

export type Application = Me['applications'][number]

export type Appointment = ResponseOf<typeof v2Operations.searchAppointments>['content'][number]
export type Participant = Appointment['participants'][number]
export type State = Appointment['state']
export const states = ['SCHEDULED', 'ACTIVATED', 'CANCELLED', 'ABORTED'] as const satisfies State[]
export type Outcome = NonNullable<Appointment['outcome']>
export const outcomes = ['IN_PROGRESS', 'COMPLETED', 'NO_SHOW', 'FAILED'] as const satisfies Outcome[]

/** A participant with the contact data that the caller may see. */
export type Person = ParticipantDetails
export type Contact = NonNullable<Person['contact']>

/** A page of a list that continues at a cursor. */
export interface Page<Element> extends Pick<
  ResponseOf<typeof v2Operations.searchAppointments>,
  'nextCursor'
> {
  content: Element[]
}

/** Which appointments to list. */
export type Search = { applicationId: NonNullable<AppointmentSearch['applicationId']> } & InJson<
  Pick<
    AppointmentSearch,
    | 'from'
    | 'to'
    | 'state'
    | 'outcome'
    | 'agentId'
    | 'queueId'
    | 'serviceTypeId'
    | 'unassigned'
    | 'q'
    | 'contact'
    | 'sort'
    | 'cursor'
    | 'limit'
  >
>

/** An agent; it has a name if the directory knows it. */
export type Agent = Pick<NonNullable<Appointment['organizer']>, 'id' | 'displayName'>
export type Named = Pick<ResponseOf<typeof v2AdministrationOperations.getQueue>, 'id' | 'name'>

export type Actor = TimelineEntry['actor']

/** A change as the stream reports it. */
export interface Change extends Omit<ChangeOfFeed, 'appointment'> {
  appointment?: Appointment | ChangeOfFeed['appointment']
}

export type MessageStep = ResponseOf<typeof v2Operations.findAppointmentNotificationEvents>['content'][number]

export const messageStatuses = [
  'INITIALIZED',
  'PENDING',
  'DELIVERED',
  'FAILED',
  'CANCELLED',
] as const satisfies NotificationStatus[]
type FoundMessage = ResponseOf<typeof v2AdministrationOperations.searchNotifications>['content'][number]
/** A message; only a search returns the start of its appointment. */
export type Message = Omit<FoundMessage, 'appointmentStart'> & Partial<Pick<FoundMessage, 'appointmentStart'>>
export type MessageSearch = InJson<
  Pick<
    NotificationSearch,
    | 'applicationId'
    | 'from'
    | 'to'
    | 'status'
    | 'type'
    | 'channel'
    | 'reason'
    | 'agentId'
    | 'view'
    | 'cursor'
    | 'limit'
  >
>
export type Retried = ResponseOf<typeof v2AdministrationOperations.retryNotifications>[number]
export type MessageContent = ResponseOf<typeof v2AdministrationOperations.getNotificationContent>

/** Why a time is offered or not, for each agent who might serve it. */
export type Check = AvailabilityCheck
