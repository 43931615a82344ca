import { expectOk, type Call } from './demo-api.ts'
import { DEMO_SERVICE, demoTenant } from './demo-tenant.ts'

const settings = {
  defaultTimezone: 'Europe/Berlin',
  defaultRegion: 'DE',
  overlapPolicy: 'REJECT',
  notifications: {
    active: true,
    from: { emailName: 'Example Advice' },
    schedules: [{ type: 'REMINDER', offset: 'P1D', channels: ['EMAIL'] }],
  },
}

const presentation = {
  brand: {
    name: 'Example Advice',
    address: '12 Example Street, 10115 Berlin',
    accent: '#0b6e6e',
    supportEmail: 'help@example.com',
    supportPhone: '+4930123456',
    privacyUrl: 'https://example.com/privacy',
    termsUrl: 'https://example.com/terms',
    imprintUrl: 'https://example.com/imprint',
  },
  booking: { enabled: true, codeBy: ['EMAIL', 'SMS'] },
}

const offered = { granularity: 'PT30M', minNotice: 'PT2H', horizon: 'P60D', bookableBy: 'ANYONE' }

const serviceTypes = {
  'first-conversation': {
    ...offered,
    name: 'First conversation',
    names: { de: 'Erstgespräch', fr: 'Premier entretien' },
    description: 'Get to know us, and ask what you want to know.',
    durations: ['PT30M'],
    channel: 'VIDEO',
  },
  'personal-advice': {
    ...offered,
    name: 'Personal advice',
    names: { de: 'Persönliche Beratung', fr: 'Conseil personnel' },
    description: 'We look at your papers together.',
    durations: ['PT1H'],
    channel: 'IN_PERSON',
    intake: [{ id: 'topic', label: 'What would you like to talk about?', type: 'TEXT', maxLength: 300 }],
  },
}

/**
 * Creates an application whose services visitors book themselves at `/book/…`, with the agents and the queue of the
 * demo. Existing objects stay unchanged.
 */
export async function createAdvice(call: Call): Promise<void> {
  const { advice } = demoTenant()
  const at = `applications/${advice}`
  const putNew = async (path: string, body: unknown) => {
    const response = await call('GET', path)
    // settings that were never written have version 0
    const isNew = response.status === 404 || ((await response.json()) as { version?: number }).version === 0
    if (isNew) await expectOk(call('PUT', path, body))
  }
  await putNew(at, settings)
  for (const [id, serviceType] of Object.entries(serviceTypes))
    await putNew(`${at}/service-types/${id}`, { ...serviceType, queueId: DEMO_SERVICE.queue })
  await putNew(`${at}/availability`, {
    availabilityPolicy: 'ENFORCE',
    publicSlots: true,
    publicHolds: 'OPEN',
  })
  await putNew(`${at}/presentation`, presentation)
}
