import type { TwilioFake } from '@appointments/testing'
import { client, type Call } from '../../src/client.ts'
import { done } from '../../src/done.ts'
import type { Services } from '../../src/start-services.ts'
import { tokenFor } from '../../src/tokens.ts'

const ZONE = 'Europe/Berlin'
const EVERY_DAY = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU']

/** An application whose services visitors book on its page. */
export interface BookingSite {
  id: string
  /** Address of its page. */
  url: string
  /** Calls the API as its administrator. */
  machine: Call
  /** The starts of its appointments, in their order. */
  starts: () => Promise<string[]>
}

interface Wanted {
  /** Hours of the only agent; every day from 09:00 to 12:00 by default. */
  hours?: { days: string[]; from: string; to: string; validFrom?: string; validUntil?: string }[]
  publicHolds?: 'OFF' | 'OTP' | 'OPEN'
  serviceType?: Record<string, unknown>
  brand?: Record<string, unknown>
  presentation?: Record<string, unknown>
}

let lastSite = 0

/** Creates an application with one agent, one service and a booking page. */
export async function createBookingSite(system: Services, wanted: Wanted = {}): Promise<BookingSite> {
  const { hours, publicHolds = 'OPEN', serviceType, brand, presentation } = wanted
  const id = `site-${++lastSite}`
  const machine = client(system.gatewayUrl, tokenFor('ROLE_CLIENT_SERVICE'))
  const put = (path: string, body: unknown) => done(machine('PUT', `/api/v2/${path}`, body))
  await put(`applications/${id}`, {
    defaultTimezone: ZONE,
    overlapPolicy: 'REJECT',
    notifications: {
      active: true,
      from: { emailName: 'Harbour Bank' },
      types: { CREATE: { channels: ['EMAIL', 'SMS'] } },
    },
  })
  await put(`queues/${id}`, { name: 'Advice' })
  await put(`agents/${id}`, {
    displayName: 'Ben Okoye',
    timezone: ZONE,
    hours: hours ?? [{ days: EVERY_DAY, from: '09:00', to: '12:00' }],
    queues: [{ queueId: id }],
  })
  await put(`applications/${id}/service-types/advice`, {
    name: 'Advice',
    durations: ['PT30M'],
    granularity: 'PT30M',
    horizon: 'P730D',
    queueId: id,
    bookableBy: 'ANYONE',
    ...serviceType,
  })
  await put(`applications/${id}/availability`, {
    availabilityPolicy: 'ENFORCE',
    publicSlots: true,
    publicHolds,
  })
  await put(`applications/${id}/presentation`, {
    brand: { name: 'Harbour Bank', privacyUrl: 'https://bank.example/privacy', ...brand },
    booking: { enabled: true },
    ...presentation,
  })
  return {
    id,
    url: `${system.gatewayUrl}/book/${id}`,
    machine,
    starts: async () => {
      const query = new URLSearchParams({ applicationId: id, from: '2020-01-01', size: '50' })
      const found = await machine('GET', `/api/v2/appointments?${query.toString()}`)
      const { content = [] } = found.body as { content?: { start: string }[] }
      return content.map(({ start }) => start).sort()
    },
  }
}

/** The newest code sent to a number; waits until there is a code other than `before`. */
export const textedCode = async (twilio: TwilioFake, to: string, before?: string): Promise<string> => {
  const codeIn = (body: string) => /(?<!\d)(\d{6})(?!\d)/.exec(body)?.[1]
  const message = await twilio.waitFor(
    ({ to: number, body }) => number === to && ![undefined, before].includes(codeIn(body)),
  )
  return codeIn(message.body)!
}
