import { startSmtpServer, startTwilio } from '@appointments/testing'
import { startBrowser } from '@appointments/testing/browser'
import { client, type Call } from '../../src/client.ts'
import { watchDatabases } from '../../src/databases.ts'
import { done } from '../../src/done.ts'
import type { Environment } from '../../src/platforms/platform.ts'
import { sendingTo, TWILIO_ACCOUNT } from '../../src/providers.ts'
import type { Appointment } from '../../src/response-bodies.ts'
import { startServices, type How } from '../../src/start-services.ts'
import { tokenFor } from '../../src/tokens.ts'
import { mailTo } from './customer-mail.ts'

const V2 = '/api/v2/appointments'
const ZONE = 'Europe/Berlin'

/**
 * Starts a system with its pages, a browser, and servers that receive mails and text messages.
 * @param web settings of the web service
 * @param how how the services run, if the journey depends on it
 */
export async function startPagesStage(env: Environment = {}, web: Environment = {}, how: How = {}) {
  const smtp = await startSmtpServer()
  const twilio = await startTwilio(TWILIO_ACCOUNT)
  const system = await startServices({
    ...how,
    env: { ...sendingTo(smtp, twilio), DEV_VIEWER: 'true', ...env },
    web,
  })
  const databases = await watchDatabases(system)
  const browser = await startBrowser()
  const callAs = (role: Parameters<typeof tokenFor>[0], userId?: string): Call =>
    client(system.gatewayUrl, tokenFor(role, userId === undefined ? {} : { userId }))
  const machine = callAs('ROLE_CLIENT_SERVICE')
  const supervisor = callAs('ROLE_SUPERVISOR', 'supervisor-1')

  return {
    smtp,
    twilio,
    system,
    databases,
    browser,
    machine,
    supervisor,
    callAs,
    /** Writes settings. @param path below /api/v2 */
    put: (path: string, body: unknown) => done(machine('PUT', `/api/v2/${path}`, body)),

    /** An appointment of one customer with this address, booked by an agent. */
    async book(address: string, start: string, further: object = {}): Promise<Appointment> {
      const body = {
        applicationId: 'bank',
        title: 'Advice',
        start,
        duration: 'PT30M',
        timezone: ZONE,
        customers: [{ name: { firstName: 'Ada' }, contact: { primaryEmail: address } }],
        ...further,
      }
      return (await done(callAs('ROLE_AGENT', 'agent-7')('POST', V2, body))) as Appointment
    },

    read: async (id: string) => (await done(supervisor('GET', `${V2}/${id}`))) as Appointment,

    /** The newest manage link that an address has received, other than the given ones. */
    async manageLink(address: string, ...known: readonly string[]): Promise<string> {
      const linkIn = (text: string) => /https?:\S+\/manage\/[\w-]+/.exec(text)?.[0]
      const isNew = (link: string | undefined) => link !== undefined && !known.includes(link)
      const mail = await mailTo(smtp, address, ({ text }) => isNew(linkIn(text)))
      return linkIn(mail.text)!
    },

    async close(): Promise<void> {
      await browser.close()
      await databases.close()
      await system.close()
      await Promise.all([smtp.stop(), twilio.stop()])
    },
  }
}
export type PagesStage = Awaited<ReturnType<typeof startPagesStage>>

/** A company that sends mails to its customers, and shows its name, colour and help on its pages. */
export async function openCompany({ put }: PagesStage, applicationId: string, settings: object = {}) {
  await put(`applications/${applicationId}`, { ...companySettings, defaultTimezone: ZONE, ...settings })
  await put(`applications/${applicationId}/presentation`, {
    brand: { name: 'Harbour Bank', accent: '#0b7a75', supportPhone: '+4930123456' },
    booking: { enabled: true },
  })
}

/** Settings of a company that sends mails to its customers. */
const companySettings = {
  notifications: {
    active: true,
    from: { emailName: 'Harbour Bank' },
    types: { CREATE: { channels: ['EMAIL'] }, RESCHEDULE: { channels: ['EMAIL'] } },
    schedules: [{ type: 'REMINDER', offset: 'PT1H', channels: ['EMAIL'] }],
  },
}

/** A calendar that is open all day, with two agents who offer half an hour. */
export async function openCalendar(stage: PagesStage, applicationId: string) {
  const { put } = stage
  await openCompany(stage, applicationId, { overlapPolicy: 'REJECT' })
  await put('queues/advice', { name: 'Advice', strategy: 'LEAST_LOADED' })
  await put('schedules/always', {
    name: 'Always',
    hours: [{ days: ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU'], from: '09:00', to: '17:00' }],
  })
  for (const displayName of ['Anna', 'Ben'])
    await put(`agents/${displayName.toLowerCase()}`, {
      displayName,
      timezone: ZONE,
      scheduleId: 'always',
      queues: [{ queueId: 'advice' }],
    })
  await put(`applications/${applicationId}/service-types/advice`, {
    name: 'Advice',
    durations: ['PT30M'],
    granularity: 'PT30M',
    horizon: 'P90D',
    queueId: 'advice',
    bookableBy: 'ANYONE',
  })
  await put(`applications/${applicationId}/availability`, {
    availabilityPolicy: 'ENFORCE',
    publicSlots: true,
    publicHolds: 'OPEN',
  })
}
