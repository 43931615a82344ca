import type { CustomerActions, ParticipantDetails, ResponseOf, v2Operations } from '@appointments/contracts'

export type { Place, PresenceState as Presence } from '@appointments/contracts'

type Response = ResponseOf<typeof v2Operations.getAppointment>

/** An appointment as its customer sees it. */
export interface Appointment extends Response {
  customerActions: CustomerActions
}

/** A customer's own contact data. */
export type Contact = NonNullable<ParticipantDetails['contact']>

/** An open room. */
export type Room = Pick<ResponseOf<typeof v2Operations.getRoom>, 'url' | 'expires'>
