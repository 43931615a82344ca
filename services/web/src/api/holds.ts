import type { Hold } from '@appointments/contracts'
import { isUnsettled, keyed, newKey, send, sendTimed, type Sent } from './send.ts'

/** A held time. Its instants are those of this browser's clock. */
export interface Held {
  /** Permits the use of the hold. */
  id: string
  /** When it ends, in milliseconds. */
  until: number
  /** Until when it can be extended. */
  extendableUntil: number
}

const PATH = 'api/v2/availability/holds'

const heldOf = ({ body, clockLead }: Sent<Hold>): Held => ({
  id: body.id,
  until: Date.parse(body.expiresAt) - clockLead,
  extendableUntil: Date.parse(body.extendableUntil) - clockLead,
})

/** Headers of requests about holds. */
interface Credentials {
  /** A token, if the offer needs one. */
  headers?: () => Record<string, string>
  /** A verified code. Only making a hold needs it; everything else needs only the id of the hold. */
  proof?: () => Record<string, string>
}

/**
 * Holds times for a few minutes.
 * @param offer what to hold times for: an application with a service type and a duration, or an appointment to move
 */
export const createHolds = (
  offer: Record<string, string>,
  { headers = () => ({}), proof = headers }: Credentials = {},
) => {
  /** Keys of requests without a response, by start. A hold that was made blocks every other hold of its time. */
  const unsettled = new Map<number, string>()
  return {
    /** If the last request for this time got no response, it is repeated with its key. @throws ApiError */
    hold: async (start: number): Promise<Held> => {
      const body = { ...offer, start: new Date(start).toISOString() }
      const key = unsettled.get(start) ?? newKey()
      unsettled.delete(start)
      try {
        return heldOf(await sendTimed(PATH, keyed('POST', body, key, proof())))
      } catch (error) {
        if (isUnsettled(error)) unsettled.set(start, key)
        throw error
      }
    },
    /** Restarts the time to live of a hold. @throws ApiError HOLD_GONE if the hold has ended */
    extend: async (id: string): Promise<Held> =>
      heldOf(await sendTimed(`${PATH}/${id}`, keyed('PUT', {}, newKey(), headers()))),
    /** Also reaches the API if the page is closed meanwhile. @throws ApiError */
    release: (id: string): Promise<void> =>
      send(`${PATH}/${id}`, { method: 'DELETE', headers: headers(), keepalive: true }),
  }
}
export type Holds = ReturnType<typeof createHolds>
