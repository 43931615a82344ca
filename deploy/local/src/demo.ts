import { localToken } from './local-token.ts'

export const DEMO_APPLICATION = 'demo'

/**
 * Gives the local system an application whose notifications are active, and an endpoint that takes its
 * webhooks, both through the API as any integrator would. What is there already is left as it is.
 * @param webhooksUrl address that receives the demo's webhooks
 */
export async function createDemo(gatewayUrl: string, jwtSecret: string, webhooksUrl: string): Promise<void> {
  const token = localToken(jwtSecret, { role: 'ROLE_CLIENT_SERVICE', user: 'demo' })
  const call = (method: string, path: string, body?: unknown) =>
    fetch(`${gatewayUrl}/api/v2/${path}`, {
      method,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
  const application = `applications/${DEMO_APPLICATION}`
  if ((await call('GET', application)).status !== 404) return
  await expectOk(
    call('PUT', application, { defaultTimezone: 'Europe/Berlin', notifications: { active: true } }),
  )
  await expectOk(call('POST', 'webhook-endpoints', { applicationId: DEMO_APPLICATION, url: webhooksUrl }))
}

async function expectOk(answer: Promise<Response>): Promise<void> {
  const response = await answer
  if (!response.ok)
    throw new Error(`the demo application could not be made: ${response.status} ${await response.text()}`)
}
