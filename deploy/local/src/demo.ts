import { demoTenant } from './demo-tenant.ts'
import { localToken } from './local-token.ts'

/**
 * Creates an application with active notifications and an endpoint for its webhooks, through the API as an integrator
 * would. An existing application stays unchanged.
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
  // the receiver is part of the notifications service, whose port changes with each start
  else if (new URL(known.url).pathname === new URL(webhooksUrl).pathname) {
    await expectOk(call('PUT', `webhook-endpoints/${known.id}`, endpoint))
  }
}

async function expectOk(request: Promise<Response>): Promise<Response> {
  const response = await request
  if (!response.ok) throw new Error(`creating the demo failed: ${response.status} ${await response.text()}`)
  return response
}
