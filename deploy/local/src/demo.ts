import { demoTenant } from './demo-tenant.ts'
import { localToken } from './local-token.ts'

/**
 * Gives the local system an application whose notifications are active, and an endpoint that takes its
 * webhooks, both through the API as any integrator would. What is there already is left as it is.
 * @param webhooksUrl address that receives the demo's webhooks
 */
export async function createDemo(gatewayUrl: string, jwtSecret: string, webhooksUrl: string): Promise<void> {
  const { application, organization } = demoTenant()
  const token = localToken(jwtSecret, { role: 'ROLE_CLIENT_SERVICE', user: 'demo', organization })
  const call = (method: string, path: string, body?: unknown) =>
    fetch(`${gatewayUrl}/api/v2/${path}`, {
      method,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
  if ((await call('GET', `applications/${application}`)).status === 404) {
    const settings = { defaultTimezone: 'Europe/Berlin', notifications: { active: true } }
    await expectOk(call('PUT', `applications/${application}`, settings))
  }
  const endpoints = await expectOk(call('GET', `webhook-endpoints?applicationId=${application}`))
  const { content } = (await endpoints.json()) as { content: { id: string; url: string }[] }
  const endpoint = { applicationId: application, url: webhooksUrl }
  const [known] = content
  if (!known) await expectOk(call('POST', 'webhook-endpoints', endpoint))
  // the receiver is part of the notifications service, which has another port at each start
  else if (new URL(known.url).pathname === new URL(webhooksUrl).pathname) {
    await expectOk(call('PUT', `webhook-endpoints/${known.id}`, endpoint))
  }
}

async function expectOk(answer: Promise<Response>): Promise<Response> {
  const response = await answer
  if (!response.ok)
    throw new Error(`the demo application could not be made: ${response.status} ${await response.text()}`)
  return response
}
