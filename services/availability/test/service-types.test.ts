import type { EventData } from '@appointments/contracts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { aCaller, runAvailability, type RunningAvailability } from './running-service.ts'

let service: RunningAvailability
beforeAll(async () => {
  service = await runAvailability()
  await service.configured({ id: 'app-1', version: 2, organizationId: 'org-1' })
  await service.configured({ id: 'app-2', version: 2, organizationId: 'org-2' })
  await service.put('/queues/advice', { name: 'Advice' })
})
afterAll(() => service.stop())

const path = '/applications/app-1/service-types'
const consultation = { name: 'Consultation', durations: ['PT30M', 'PT60M'], queueId: 'advice' }
const { organizationId: _, ...ofNone } = aCaller()

it('writes, lists and removes a service type', async () => {
  const created = await service.put(`${path}/consultation`, consultation)
  expect(created).toMatchObject({
    status: 201,
    body: {
      id: 'consultation',
      applicationId: 'app-1',
      ...consultation,
      active: true,
      bookableBy: 'STAFF',
      channel: 'VIDEO',
      intake: [],
    },
  })
  const more = {
    ...consultation,
    names: { 'de-DE': 'Beratung' },
    bookableBy: 'ANYONE',
    granularity: 'PT30M',
    alignmentOffset: 'PT10M',
    minNotice: 'PT2H',
    horizon: 'P180D',
    bufferBefore: 'PT5M',
    bufferAfter: 'PT8H',
    timezone: 'Europe/Berlin',
    requires: { skills: ['loans'], languages: [] },
    intake: [{ id: 'topic', label: 'Topic', type: 'CHOICE', required: true, choices: ['Loan', 'Card'] }],
    perAgentMaxPerDay: 3,
  }
  const replaced = await service.put(`${path}/consultation`, more, { ifMatch: created.body.version })
  expect(replaced).toMatchObject({ status: 200, body: more })
  expect((await service.get(path)).body).toMatchObject({ total: 1, content: [replaced.body] })
  expect(await service.get(`${path}/consultation`)).toMatchObject({ status: 200, etag: replaced.etag })
  expect(await service.remove('/queues/advice')).toMatchObject({
    status: 409,
    body: { code: 'IN_USE', count: 1 },
  })
  expect((await service.remove(`${path}/consultation`)).status).toBe(204)
  expect(await service.remove(`${path}/consultation`)).toMatchObject({
    status: 404,
    body: { code: 'SERVICE_TYPE_NOT_FOUND' },
  })
})

it('names every fault', async () => {
  const response = await service.put(`${path}/faulty`, {
    name: 'x'.repeat(101),
    durations: ['PT30M', 'PT0.5H', 'PT30S', 'P8D'],
    granularity: 'PT7M',
    alignmentOffset: 'PT30S',
    minNotice: 'P31D',
    horizon: 'P731D',
    bufferBefore: 'PT8H1M',
    bufferAfter: 'soon',
    timezone: 'Mars',
    routing: { type: 'PIGEON' },
    intake: [
      { id: 'a', label: 'A', type: 'CHOICE' },
      { id: 'a', label: 'B', type: 'TEXT', choices: ['x'], maxLength: 501 },
    ],
    colour: 'red',
  })
  expect(response.status).toBe(400)
  const pointers = (response.body.errors as { pointer: string }[]).map(({ pointer }) => pointer)
  expect(pointers.sort()).toEqual(
    [
      '/name',
      '/durations/1',
      '/durations/2',
      '/durations/3',
      '/granularity',
      '/alignmentOffset',
      '/minNotice',
      '/horizon',
      '/bufferBefore',
      '/bufferAfter',
      '/timezone',
      '/routing/type',
      '/intake/0/choices',
      '/intake/1',
      '/intake/1/choices',
      '/intake/1/maxLength',
      '/colour',
    ].sort(),
  )
})

it.each(['PT5M', 'PT15M', 'PT1H', 'PT6H', 'P1D'])('accepts the granularity %s', async (granularity) => {
  expect((await service.put(`${path}/grid`, { ...consultation, granularity })).status).toBeLessThan(300)
})

it.each(['PT4M', 'PT7M', 'PT5M30S', 'PT25M', 'PT0S', 'P2D'])(
  'rejects the granularity %s',
  async (granularity) => {
    expect(await service.put(`${path}/grid-2`, { ...consultation, granularity })).toMatchObject({
      status: 400,
      body: { errors: [{ pointer: '/granularity' }] },
    })
  },
)

it('rejects a queue that the organization of the application does not have', async () => {
  expect(await service.put(`${path}/other`, { ...consultation, queueId: 'gone' })).toMatchObject({
    status: 400,
    body: { code: 'UNKNOWN_REFERENCE', errors: [{ pointer: '/queueId' }] },
  })
  const foreign = '/applications/app-2/service-types/consultation'
  expect(await service.put(foreign, consultation, { caller: ofNone })).toMatchObject({
    status: 400,
    body: { code: 'UNKNOWN_REFERENCE' },
  })
  expect((await service.put(`${path}/by-anyone`, consultation, { caller: ofNone })).status).toBe(201)
})

it('responds with 404 for an application that is unknown or of another organization', async () => {
  for (const id of ['app-2', 'unknown'])
    for (const response of await Promise.all([
      service.get(`/applications/${id}/service-types`),
      service.get(`/applications/${id}/service-types/any`),
      service.put(`/applications/${id}/service-types/any`, consultation),
      service.remove(`/applications/${id}/service-types/any`),
    ]))
      expect(response).toMatchObject({ status: 404, body: { code: 'APPLICATION_NOT_FOUND' } })
})

it('keeps only the newest settings of an application', async () => {
  await service.configured({ id: 'app-3', version: 3, organizationId: 'org-1' })
  await service.configured({ id: 'app-3', version: 2, organizationId: 'org-2' })
  expect((await service.get('/applications/app-3/service-types')).status).toBe(200)
})

it('publishes every change of a service type with a higher version', async () => {
  const written = await service.put(`${path}/published`, consultation)
  const again = await service.put(`${path}/published`, { ...consultation, active: false })
  await service.remove(`${path}/published`)
  // the response waited until the appointments service had applied it
  const events = service.published
    .filter(({ type }) => type === 'APServiceTypeChangedEvent')
    .map(({ data }) => data as EventData<'APServiceTypeChangedEvent'>)
    .filter(({ id }) => id === 'published')
  expect(events).toEqual([
    { applicationId: 'app-1', id: 'published', version: written.body.version, serviceType: written.body },
    { applicationId: 'app-1', id: 'published', version: again.body.version, serviceType: again.body },
    { applicationId: 'app-1', id: 'published', version: expect.any(Number) as number },
  ])
  const versions = events.map(({ version }) => version)
  expect(versions).toEqual(versions.toSorted((a, b) => a - b))
  expect(new Set(versions).size).toBe(3)
})
