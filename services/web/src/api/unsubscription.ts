import { send } from './send.ts'
import { ticketOfPage } from './ticket.ts'

/** Whether reminders go to the address of a link. */
export interface Unsubscription {
  /** Older releases leave it out. */
  applicationId?: string
  /** The company. */
  name?: string
  /** Masked; older releases leave it out. */
  address?: string
  stopped: boolean
}

const ticket = () => encodeURIComponent(ticketOfPage())

/** Reads the state, without changing it. @throws ApiError */
export const readUnsubscription = (): Promise<Unsubscription> => send(`api/v2/unsubscribe/${ticket()}`)

/** Stops or starts the reminders. @throws ApiError */
export const setReminders = (wanted: 'subscribe' | 'unsubscribe'): Promise<Unsubscription> =>
  send(`unsubscribe/${ticket()}`, {
    method: 'POST',
    headers: { accept: 'application/json' },
    body: new URLSearchParams({ wanted }),
  })
