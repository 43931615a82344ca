import type { Unsubscription } from '@appointments/contracts'
import { send } from './send.ts'
import { ticketOfPage } from './ticket.ts'

export type { Unsubscription } from '@appointments/contracts'

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
