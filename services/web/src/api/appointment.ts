import type { CustomerActions, ParticipantDetails, ResponseOf, v2Operations } from '@appointments/contracts'

export type { Place, PresenceState as Presence } from '@appointments/contracts'

/** Whether a customer may still do something, and until when. */
export type CustomerAction = CustomerActions['move']

type Response = ResponseOf<typeof v2Operations.getAppointment>

/** An appointment as its customer sees it. */
export interface Appointment extends Omit<Response, 'participants' | 'place' | 'customerActions'> {
  participants?: Response['participants']
  place?: Response['place']
  /** Absent in older releases, which decide only when the customer sends a change. */
  customerActions?: Response['customerActions']
}

/** A customer's own contact data. */
export type Contact = NonNullable<ParticipantDetails['contact']>

/** An open room. */
export type Room = Pick<ResponseOf<typeof v2Operations.getRoom>, 'url' | 'expires'>
