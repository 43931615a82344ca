import { createAdvice } from './advice.ts'
import { DEMO_SERVICE, demoTenant } from './demo-tenant.ts'
import { expectOk, type Call } from './demo-api.ts'
import { localToken } from './local-token.ts'

/**
 * Creates an application with active notifications, a webhook endpoint and a service that two agents offer, and a
 * second application on whose page visitors book. It uses the API, as an integrator would. Existing objects stay
 * unchanged.
 * @param webhooksUrl address that receives the demo's webhooks
 */
export async function createDemo(gatewayUrl: string, jwtSecret: string, webhooksUrl: string): Promise<void> {
  const { application, organization } = demoTenant()
  const token = localToken(jwtSecret, { role: 'ROLE_CLIENT_SERVICE', user: 'demo', organization })
  const call: Call = (method, path, body) =>
    fetch(`${gatewayUrl}/api/v2/${path}`, {
      method,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
  if ((await call('GET', `applications/${application}`)).status === 404) {
    const settings = { defaultTimezone: 'Europe/Berlin', notifications: { active: true } }
    await expectOk(call('PUT', `applications/${application}`, settings))
  }
  await createService(call, application)
  await createAdvice(call)
  const endpoints = await expectOk(call('GET', `webhook-endpoints?applicationId=${application}`))
  const { content } = (await endpoints.json()) as { content: { id: string; url: string }[] }
  const endpoint = { applicationId: application, url: webhooksUrl }
  const [known] = content
  if (!known) await expectOk(call('POST', 'webhook-endpoints', endpoint))
  // the receiver is part of the notifications service, whose port changes with each start
  else if (new URL(known.url).pathname === new URL(webhooksUrl).pathname) {
    await expectOk(call('PUT', `webhook-endpoints/${known.id}`, endpoint))
  }
}

/** A queue of two agents who work from Monday to Friday, and the service that the queue offers. */
async function createService(call: Call, application: string): Promise<void> {
  const { queue, serviceType } = DEMO_SERVICE
  const putNew = async (path: string, body: unknown) => {
    if ((await call('GET', path)).status === 404) await expectOk(call('PUT', path, body))
  }
  await putNew(`queues/${queue}`, { name: 'Advice' })
  for (const displayName of ['Anna', 'Ben'])
    await putNew(`agents/${displayName.toLowerCase()}`, {
      displayName,
      timezone: 'Europe/Berlin',
      hours: [{ days: ['MO', 'TU', 'WE', 'TH', 'FR'], from: '09:00', to: '17:00' }],
      queues: [{ queueId: queue }],
    })
  await putNew(`applications/${application}/service-types/${serviceType}`, {
    name: 'Consultation',
    durations: ['PT30M'],
    granularity: 'PT30M',
    queueId: queue,
    bookableBy: 'ANYONE',
  })
}
