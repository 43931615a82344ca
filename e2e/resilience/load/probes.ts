import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { APPLICATION, OF_ORGANIZATION } from './applications.ts'
import type { CheckedClient, CheckedResponse } from './checked-client.ts'
import type { KeptJournal } from './journal.ts'
import { APPOINTMENTS, type Lane } from './lane.ts'

interface Deps {
  client: CheckedClient
  journal: KeptJournal
  pauseMs: number
  /** Whether the clients have to pause. */
  mustPause: () => boolean
}

/** Attempts of a client to get what belongs to others. */
export function probesOf({ when, customer }: Lane, { client, journal, pauseMs, mustPause }: Deps) {
  /** Repeats a request until it is decided; undefined if the clients have to pause before that. */
  const insist: CheckedClient['send'] = async (...request) => {
    while (!mustPause()) {
      const response = await client.send(...request)
      if (response && response.status < 500) return response
      await pause(pauseMs)
    }
    return undefined
  }
  const bookingOf = (applicationId: string) => ({
    applicationId,
    start: when(),
    duration: 'PT30M',
    customers: [customer()],
  })

  return {
    /** Staff of one organization may not see the appointments of another. */
    async lookAcross(): Promise<void> {
      const request = { body: bookingOf(OF_ORGANIZATION), key: randomUUID() }
      const id = idOf(await insist('POST', APPOINTMENTS, { ...request, claims: { organizationId: 'one' } }))
      if (id === undefined) return
      const seen = await insist('GET', `${APPOINTMENTS}/${id}`, { claims: { organizationId: 'other' } })
      if (seen && seen.status !== 404)
        journal.complain('foreign access', `${id} responds ${seen.status} to another organization`)
    },

    /** A key counts for its caller only. */
    async useKeyOfAnother(): Promise<void> {
      const request = { body: bookingOf(APPLICATION), key: randomUUID() }
      const one = idOf(await insist('POST', APPOINTMENTS, { ...request, claims: { userId: 'one' } }))
      const other = idOf(await insist('POST', APPOINTMENTS, { ...request, claims: { userId: 'other' } }))
      if (one !== undefined && one === other) journal.complain('shared key', `two callers got ${one}`)
    },
  }
}

const idOf = (response: CheckedResponse | undefined): string | undefined =>
  response?.status === 200 ? (response.body as { id: string }).id : undefined
