import { describe, expect, it } from 'vitest'
import { agent, appointmentsService, aSchedule, machine, of, refusal, supervisor, V1, V2 } from './harness.ts'

const at = (id: string) => `/api/v2/applications/${id}`
const DEFAULTS = {
  restrictAgentsToOwnAppointments: true,
  autoActivate: false,
  agentReassignmentEnabled: false,
  agentAccess: 'ORGANIZATION',
  allowPast: false,
  overlapPolicy: 'ALLOW',
  noShowGrace: 'PT10M',
  routingDefaults: {},
  selfBookingFields: [],
  notifications: { active: false },
}
const NOT_FOUND = { status: 404, code: 'APPLICATION_NOT_FOUND' }

describe('applications (decisions, section 6)', () => {
  const service = appointmentsService()
  const get = (id: string, caller = machine) => service.call(caller, 'GET', at(id))
  const put = (id: string, body: unknown, caller = machine, headers = {}) =>
    service.call(caller, 'PUT', at(id), body, headers)
  const versionsOf = (id: string) =>
    service.query<{ version: number; actor: unknown; settings: Record<string, unknown> }>(
      'SELECT version, actor, settings FROM application_versions WHERE application_id = $1 ORDER BY version',
      [id],
    )

  it('that nobody configured is unknown until its first use, which gives it every default', async () => {
    expect(refusal(await get('app-open'))).toEqual(NOT_FOUND)
    await service.scheduled({ applicationId: 'app-open' }, of('org-1', agent))
    const { status, body, headers } = await get('app-open', of('org-1', supervisor))
    expect(status).toBe(200)
    expect(body).toEqual({ ...DEFAULTS, id: 'app-open', organizationId: 'org-1', version: 1 })
    expect(headers.get('etag')).toBe('"1"')
    expect(await versionsOf('app-open')).toMatchObject([
      { version: 1, actor: { id: 'agent-7', role: 'ROLE_AGENT' } },
    ])
    expect((await service.eventsOf('app-open')).map(({ type }) => type)).toEqual([
      'APApplicationChangedEvent',
    ])
  })

  it('is made once by many first uses at once', async () => {
    const answers = await Promise.all(
      Array.from({ length: 10 }, () =>
        service.call(agent, 'POST', V2, aSchedule({ applicationId: 'app-first' })),
      ),
    )
    expect(answers.map(({ status }) => status)).toEqual(Array<number>(10).fill(200))
    expect(await versionsOf('app-first')).toHaveLength(1)
    expect(await service.eventsOf('app-first')).toHaveLength(1)
  })

  it('is registered by a PUT, read back, and told', async () => {
    const settings = {
      autoActivate: true,
      defaultTimezone: 'Europe/Berlin',
      routingDefaults: { VENDORA_CLOUD_FLOW: { deploymentId: 'd-1' } },
      notifications: { active: true, types: { CREATE: { channels: ['EMAIL'] } } },
    }
    const { status, body, headers } = await put('app-put', settings, of('org-1', machine))
    expect(status).toBe(200)
    expect(body).toEqual({ ...DEFAULTS, ...settings, id: 'app-put', organizationId: 'org-1', version: 2 })
    expect(headers.get('etag')).toBe('"2"')
    expect((await get('app-put', of('org-1', machine))).body).toEqual(body)
    expect(await service.eventsOf('app-put')).toMatchObject([
      {
        type: 'APApplicationChangedEvent',
        data: {
          application: { version: 2, defaultTimezone: 'Europe/Berlin' },
          actor: { role: 'ROLE_CLIENT_SERVICE' },
        },
      },
    ])
  })

  it('is replaced as a whole: what is absent is at its default again', async () => {
    await put('app-replaced', { autoActivate: true, agentIds: ['agent-1'], customerCancelCutoff: 'PT1H' })
    const { body } = await put('app-replaced', { allowPast: true })
    expect(body).toEqual({ ...DEFAULTS, allowPast: true, id: 'app-replaced', version: 3 })
  })

  it('keeps every version it had, and who made it', async () => {
    await put('app-audited', { allowPast: true })
    await put('app-audited', {}, { roles: ['ROLE_CLIENT_SERVICE'], userId: 'admin-1' })
    expect(await versionsOf('app-audited')).toMatchObject([
      { version: 2, actor: { role: 'ROLE_CLIENT_SERVICE' }, settings: { allowPast: true } },
      { version: 3, actor: { id: 'admin-1', role: 'ROLE_CLIENT_SERVICE' }, settings: { allowPast: false } },
    ])
  })

  it.each([
    ['an unknown setting', { colour: 'red' }, ['/colour']],
    ['its id in the body', { id: 'app-1', version: 7 }, ['/id', '/version']],
    ['an unknown notification setting', { notifications: { activ: true } }, ['/notifications/activ']],
    ['a word for a switch', { autoActivate: 'yes' }, ['/autoActivate']],
    ['a policy nobody knows', { overlapPolicy: 'MAYBE' }, ['/overlapPolicy']],
    ['a grace that is no duration', { noShowGrace: '10m' }, ['/noShowGrace']],
    [
      'an agent with a space',
      { agentIds: ['ok', 'a b'], defaultTimezone: 'X/Y' },
      ['/agentIds/1', '/defaultTimezone'],
    ],
  ])('refuses %s and leaves everything as it was', async (_, settings, pointers) => {
    await put('app-refused', { allowPast: true })
    const before = await service.footprint()
    const { status, body } = await put('app-refused', settings)
    expect(status).toBe(400)
    expect(body.errors.map(({ pointer }) => pointer).sort()).toEqual(pointers)
    expect(await service.footprint()).toEqual(before)
  })

  it('is changed only in the version somebody has read', async () => {
    await put('app-versions', {})
    const before = await service.footprint()
    expect(refusal(await put('app-versions', { allowPast: true }, machine, { 'if-match': '"1"' }))).toEqual({
      status: 412,
      code: 'VERSION_MISMATCH',
    })
    expect(refusal(await put('app-new', {}, machine, { 'if-match': '"1"' }))).toMatchObject({ status: 412 })
    expect(await service.footprint()).toEqual(before)
    const { headers } = await put('app-versions', { allowPast: true }, machine, { 'if-match': '"2"' })
    expect(headers.get('etag')).toBe('"3"')
  })

  it('counts every one of many changes at once, from the first on', async () => {
    const answers = await Promise.all(Array.from({ length: 10 }, () => put('app-raced', {})))
    expect(answers.map(({ body }) => body.version).sort((a, b) => a - b)).toEqual([
      2, 3, 4, 5, 6, 7, 8, 9, 10, 11,
    ])
    expect(await versionsOf('app-raced')).toHaveLength(10)
  })

  it('of another organization is unknown, to read and to change', async () => {
    await put('app-org-1', { allowPast: true }, of('org-1', machine))
    await service.scheduled({ applicationId: 'app-nobody' })
    const before = await service.footprint()
    for (const id of ['app-org-1', 'app-nobody']) {
      expect(refusal(await get(id, of('org-2', machine)))).toEqual(NOT_FOUND)
      expect(refusal(await put(id, {}, of('org-2', machine)))).toEqual(NOT_FOUND)
    }
    expect(await service.footprint()).toEqual(before)
  })

  it('belongs to the organization that is named for it, and keeps it', async () => {
    const { body } = await put('app-named', { organizationId: 'org-7' })
    expect(body).toMatchObject({ organizationId: 'org-7' })
    expect((await put('app-named', { organizationId: 'org-8' })).body).toMatchObject({
      organizationId: 'org-7',
    })
    expect((await get('app-named', of('org-7', machine))).status).toBe(200)
    expect((await put('app-mine', { organizationId: 'org-8' }, of('org-7', machine))).body).toMatchObject({
      organizationId: 'org-7',
    })
  })

  it('gives new appointments its defaults, and tells them its version', async () => {
    await put('app-defaults', {
      defaultTimezone: 'Asia/Tokyo',
      defaultLocale: 'ja',
      defaultOrganizerId: 'agent-1',
      notifications: { active: true },
    })
    const body = await service.scheduled({ applicationId: 'app-defaults' }, machine)
    expect(body).toMatchObject({
      timezone: 'Asia/Tokyo',
      locale: 'ja',
      organizer: { id: 'agent-1' },
      notificationsActive: true,
    })
    const [told] = await service.eventsOf(body.id)
    expect(told).toMatchObject({ data: { appointment: { applicationVersion: 2 } } })
  })
})

describe('applications that must be registered (decisions, section 6)', () => {
  const service = appointmentsService({ APPLICATIONS: 'registered' })

  it('are refused when unknown, and a foreign one in the same words', async () => {
    await service.configured('app-org-1', {}, of('org-1', machine))
    const before = await service.footprint()
    const unknown = await service.call(
      of('org-2', agent),
      'POST',
      V1,
      aSchedule({ applicationId: 'nowhere' }),
    )
    const foreign = await service.call(
      of('org-2', agent),
      'POST',
      V1,
      aSchedule({ applicationId: 'app-org-1' }),
    )
    expect(refusal(unknown)).toEqual({ status: 400, code: 'APPLICATION_UNKNOWN' })
    expect(refusal(foreign)).toEqual(refusal(unknown))
    expect(await service.footprint()).toEqual(before)
  })

  it('are used once they are registered', async () => {
    await service.configured('app-2', {}, of('org-1', machine))
    expect((await service.scheduled({ applicationId: 'app-2' }, of('org-1', agent))).applicationId).toBe(
      'app-2',
    )
  })
})
