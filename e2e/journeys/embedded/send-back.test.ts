import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { client, type Call } from '../../src/client.ts'
import { done } from '../../src/done.ts'
import { publicOperations, type NamedOperation } from '../../src/operations.ts'
import { requestOf, sampleOf, WEBHOOK_URL, type Subject } from '../../src/sample-requests.ts'
import { startServices, type Services } from '../../src/start-services.ts'
import { tokenFor } from '../../src/tokens.ts'

const applicationId = 'sent-back'
const organizationId = 'org-1'

let system: Services
let machine: Call
let subject: Subject

beforeAll(async () => {
  system = await startServices()
  machine = client(system.gatewayUrl, tokenFor('ROLE_CLIENT_SERVICE', { organizationId }))
  await done(machine('PUT', `/api/v2/applications/${applicationId}`, {}))
  const made = await done(
    machine('POST', '/api/v2/webhook-endpoints', {
      applicationId,
      url: WEBHOOK_URL,
      headers: { 'x-key': 'k' },
    }),
  )
  const endpointId = (made as { id: string }).id
  subject = { applicationId, organizationId, endpointId, directoryAgentId: 'desk' } as Subject
})
afterAll(() => system.close())

const isRead = (put: NamedOperation) =>
  publicOperations.some(
    ({ api, operation: { method, path } }) =>
      api === put.api && method === 'GET' && path === put.operation.path,
  )
/** The operations that replace a resource with a GET of its own. */
const replacing = publicOperations.filter(
  (named) =>
    named.operation.method === 'PUT' &&
    named.operation.body !== undefined &&
    named.table === 'administration' &&
    named.id !== 'extendHold' &&
    isRead(named),
)

describe('a PUT of the body of the GET', () => {
  it('is possible for every resource', () => {
    expect(replacing.map(({ id }) => id).sort()).toEqual([
      'putAgent',
      'putApplication',
      'putAvailabilitySettings',
      'putHolidayCalendar',
      'putMessageTemplate',
      'putPresentation',
      'putQueue',
      'putSchedule',
      'putServiceType',
      'putTeam',
      'updateWebhookEndpoint',
    ])
  })

  it.each(replacing)('changes nothing: $id', async (named) => {
    const sample = sampleOf(named, subject)
    const { method, path } = requestOf(named, sample)
    await done(machine(method, path, sample.body))
    const read = (await done(machine('GET', path))) as Record<string, unknown>
    const { status, body } = await machine('PUT', path, read)
    expect(body).toEqual({
      ...read,
      ...('version' in read && { version: expect.any(Number) as number }),
      ...('updatedAt' in read && { updatedAt: expect.any(String) as string }),
    })
    expect(status).toBe(200)
  })

  it.each(replacing)('is 400 with another id: $id', async (named) => {
    const sample = sampleOf(named, subject)
    const { path } = requestOf(named, sample)
    const read = (await done(machine('GET', path))) as Record<string, unknown>
    const names = ['id', 'applicationId'].filter(
      (name) => name in read && !Object.hasOwn(sample.body as object, name),
    )
    expect(names).not.toEqual([])
    for (const name of names) {
      const { status, body } = await machine('PUT', path, { ...read, [name]: 'another' })
      expect([status, body.errors]).toMatchObject([400, [{ pointer: `/${name}` }]])
    }
  })

  it('keeps the logo, which has operations of its own', async () => {
    const named = replacing.find(({ id }) => id === 'putPresentation')!
    const { path } = requestOf(named, sampleOf(named, subject))
    const logo = publicOperations.find(({ id }) => id === 'putLogo')!
    const { method, path: at } = requestOf(logo, sampleOf(logo, subject))
    const image = await fetch(system.gatewayUrl + at, {
      method,
      headers: { authorization: `Bearer ${tokenFor('ROLE_CLIENT_SERVICE', { organizationId })}` },
      body: sampleOf(logo, subject).image!,
    })
    expect(image.status).toBe(200)
    const read = await done(machine('GET', path))
    expect(read).toHaveProperty('brand.logo.path')
    expect(((await done(machine('PUT', path, read))) as { brand: object }).brand).toEqual(
      (read as { brand: object }).brand,
    )
  })
})
