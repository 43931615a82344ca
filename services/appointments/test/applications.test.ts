import { describe, expect, it } from 'vitest'
import { serviceTypeRequest, type Caller } from '@appointments/contracts'
import {
  anyText,
  agent,
  appointmentsService,
  aSchedule,
  machine,
  of,
  rejection,
  supervisor,
  V1,
  V2,
} from './harness.ts'

const at = (id: string) => `/api/v2/applications/${id}`
const DEFAULTS = {
  restrictAgentsToOwnAppointments: true,
  autoActivate: false,
  agentReassignmentEnabled: false,
  agentAccess: 'ORGANIZATION',
  allowPast: false,
  overlapPolicy: 'ALLOW',
  noShowGrace: 'PT10M',
  earlyJoin: 'PT15M',
  rejoinGrace: 'PT2M',
  routingDefaults: {},
  selfBookingFields: [],
  customerMetadata: [],
  notesForCustomers: false,
  selfBookingGuests: 0,
  otpPerHour: 1000,
  notifications: { active: false },
}
const NOT_FOUND = { status: 404, code: 'APPLICATION_NOT_FOUND' }

describe('applications', () => {
  const service = appointmentsService()
  const get = (id: string, caller = machine) => service.call(caller, 'GET', at(id))
  const put = (id: string, body: unknown, caller = machine, headers = {}) =>
    service.call(caller, 'PUT', at(id), body, headers)
  const versionsOf = (id: string) =>
    service.query<{ version: number; actor: unknown; settings: Record<string, unknown> }>(
      'SELECT version, actor, settings FROM application_versions WHERE application_id = $1 ORDER BY version',
      [id],
    )

  it('is unknown until its first use, which creates it with default settings', async () => {
    expect(rejection(await get('app-open'))).toEqual(NOT_FOUND)
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

  it('is created once by parallel first uses', async () => {
    const responses = await Promise.all(
      Array.from({ length: 10 }, () =>
        service.call(agent, 'POST', V2, aSchedule({ applicationId: 'app-first' })),
      ),
    )
    expect(responses.map(({ status }) => status)).toEqual(Array<number>(10).fill(200))
    expect(await versionsOf('app-first')).toHaveLength(1)
    expect(await service.eventsOf('app-first')).toHaveLength(1)
  })

  it('is only created with If-None-Match: *', async () => {
    const header = { 'if-none-match': '*' }
    expect((await put('app-created-only', {}, machine, header)).body).toMatchObject({ version: 2 })
    const again = await put('app-created-only', { allowPast: true }, machine, header)
    expect(rejection(again)).toEqual({ status: 412, code: 'VERSION_MISMATCH' })
    expect((await get('app-created-only')).body).toMatchObject({ version: 2, allowPast: false })
    const both = await put('app-never', {}, machine, { ...header, 'if-match': '*' })
    expect(rejection(both)).toEqual({ status: 412, code: 'VERSION_MISMATCH' })
    const settings = await service.call(machine, 'PUT', `${at('app-created-only')}/availability`, {}, header)
    expect(rejection(settings)).toEqual({ status: 412, code: 'VERSION_MISMATCH' })
  })

  it('is registered by a PUT, can be read, and is published', async () => {
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

  it('has settings that customers see, and its event holds only settings that differ from the default [H1.1]', async () => {
    const settings = { customerMetadata: ['branch'], notesForCustomers: true }
    const { status, body } = await put('app-view', settings)
    expect(status).toBe(200)
    expect(body).toEqual({ ...DEFAULTS, ...settings, id: 'app-view', version: 2 })
    const [published] = await service.eventsOf('app-view')
    // an older release rejects unknown settings
    expect(published?.data).toMatchObject({ application: { ...settings, id: 'app-view', version: 2 } })
    expect(Object.keys((published!.data as { application: object }).application).sort()).toEqual([
      'customerMetadata',
      'id',
      'notesForCustomers',
      'version',
    ])
  })

  it('has the default of a setting that is newer than its row', async () => {
    await put('app-older', { allowPast: true })
    await service.query(
      "UPDATE applications SET settings = (settings::jsonb - 'customerMetadata')::json WHERE id = $1",
      ['app-older'],
    )
    expect((await get('app-older')).body).toEqual({
      ...DEFAULTS,
      allowPast: true,
      id: 'app-older',
      version: 2,
    })
  })

  it('is replaced as a whole: absent settings return to their defaults', async () => {
    await put('app-replaced', { autoActivate: true, agentIds: ['agent-1'], customerCancelCutoff: 'PT1H' })
    const { body } = await put('app-replaced', { allowPast: true })
    expect(body).toEqual({ ...DEFAULTS, allowPast: true, id: 'app-replaced', version: 3 })
  })

  it('keeps all its versions with their authors', async () => {
    await put('app-audited', { allowPast: true })
    await put('app-audited', {}, { roles: ['ROLE_CLIENT_SERVICE'], userId: 'admin-1' })
    expect(await versionsOf('app-audited')).toMatchObject([
      { version: 2, actor: { role: 'ROLE_CLIENT_SERVICE' }, settings: { allowPast: true } },
      { version: 3, actor: { id: 'admin-1', role: 'ROLE_CLIENT_SERVICE' }, settings: { allowPast: false } },
    ])
  })

  it.each([
    ['an unknown setting', { colour: 'red' }, ['/colour']],
    ['another id than that in the path', { id: 'another', version: 7 }, ['/id']],
    ['an unknown notification setting', { notifications: { activ: true } }, ['/notifications/activ']],
    ['a word for a switch', { autoActivate: 'yes' }, ['/autoActivate']],
    ['an unknown policy', { overlapPolicy: 'MAYBE' }, ['/overlapPolicy']],
    [
      'metadata keys that are not a list of texts',
      { customerMetadata: ['branch', 7], notesForCustomers: 1 },
      ['/customerMetadata/1', '/notesForCustomers'],
    ],
    ['a grace that is not a duration', { noShowGrace: '10m' }, ['/noShowGrace']],
    [
      'times around the meeting of more than a day [H5.13]',
      { earlyJoin: 'PT24H0.001S', rejoinGrace: 'P2D' },
      ['/earlyJoin', '/rejoinGrace'],
    ],
    [
      'times before and after an appointment of more than two years',
      {
        customerCancelCutoff: 'P999999999D',
        noShowGrace: 'P731DT1S',
        notifications: {
          schedules: [{ type: 'REMINDER', offset: 'P732D', minLead: 'PT17545H', channels: ['EMAIL'] }],
        },
      },
      [
        '/customerCancelCutoff',
        '/noShowGrace',
        '/notifications/schedules/0/minLead',
        '/notifications/schedules/0/offset',
      ],
    ],
    [
      'an agent with a space',
      { agentIds: ['ok', 'a b'], defaultTimezone: 'X/Y' },
      ['/agentIds/1', '/defaultTimezone'],
    ],
  ])('rejects %s and changes nothing', async (_, settings, pointers) => {
    await put('app-rejected', { allowPast: true })
    const before = await service.footprint()
    const { status, body } = await put('app-rejected', settings)
    expect(status).toBe(400)
    expect(body.errors.map(({ pointer }) => pointer).sort()).toEqual(pointers)
    expect(await service.footprint()).toEqual(before)
  })

  it('may set cut-offs, grace periods and offsets of up to two years', async () => {
    const settings = {
      customerCancelCutoff: 'P731D',
      noShowGrace: 'P731D',
      notifications: {
        schedules: [{ type: 'REMINDER', offset: 'P731D', minLead: 'P731D', channels: ['EMAIL'] }],
      },
    }
    expect((await put('app-two-years', settings)).body).toMatchObject(settings)
  })

  it('is changed only if If-Match names its current version', async () => {
    await put('app-versions', {})
    const before = await service.footprint()
    expect(rejection(await put('app-versions', { allowPast: true }, machine, { 'if-match': '"1"' }))).toEqual(
      {
        status: 412,
        code: 'VERSION_MISMATCH',
      },
    )
    expect(rejection(await put('app-new', {}, machine, { 'if-match': '"1"' }))).toMatchObject({ status: 412 })
    expect(await service.footprint()).toEqual(before)
    const { headers } = await put('app-versions', { allowPast: true }, machine, { 'if-match': '"2"' })
    expect(headers.get('etag')).toBe('"3"')
  })

  it('counts each of many parallel changes', async () => {
    const responses = await Promise.all(Array.from({ length: 10 }, () => put('app-raced', {})))
    expect(responses.map(({ body }) => body.version).sort((a, b) => a - b)).toEqual([
      2, 3, 4, 5, 6, 7, 8, 9, 10, 11,
    ])
    expect(await versionsOf('app-raced')).toHaveLength(10)
  })

  it('is unknown to callers of another organization', async () => {
    await put('app-org-1', { allowPast: true }, of('org-1', machine))
    await service.scheduled({ applicationId: 'app-nobody' })
    const before = await service.footprint()
    for (const id of ['app-org-1', 'app-nobody']) {
      expect(rejection(await get(id, of('org-2', machine)))).toEqual(NOT_FOUND)
      expect(rejection(await put(id, {}, of('org-2', machine)))).toEqual(NOT_FOUND)
    }
    expect(await service.footprint()).toEqual(before)
  })

  it('belongs to the organization in its first PUT and keeps it', async () => {
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

  it('passes its defaults and its version to new appointments', async () => {
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
    const [published] = await service.eventsOf(body.id)
    expect(published).toMatchObject({ data: { appointment: { applicationVersion: 2 } } })
  })
})

describe('patchApplication and findApplications [H5.11]', () => {
  const service = appointmentsService()
  const path = (id: string) => `/api/v2/applications/${id}`
  const patch = (id: string, body: unknown, headers = {}, caller = machine) =>
    service.call(caller, 'PATCH', path(id), body, headers)

  it('changes the settings in the patch and restores the default for null', async () => {
    const before = await service.configured('app-patch', {
      allowPast: true,
      noShowGrace: 'PT5M',
      notifications: { active: true, from: { emailName: 'Acme', replyTo: 'desk@example.com' } },
    })
    const { status, body, headers } = await patch(
      'app-patch',
      { noShowGrace: null, defaultLocale: 'de', notifications: { from: { replyTo: null } } },
      { 'content-type': 'application/merge-patch+json' },
    )
    expect(status).toBe(200)
    expect(body).toEqual({
      ...before,
      noShowGrace: 'PT10M',
      defaultLocale: 'de',
      notifications: { active: true, from: { emailName: 'Acme' } },
      version: before.version + 1,
    })
    expect(headers.get('etag')).toBe(`"${before.version + 1}"`)
    // a patch that changes nothing creates no version
    expect((await patch('app-patch', { defaultLocale: 'de' })).body.version).toBe(before.version + 1)
    const published = await service.eventsOf('app-patch')
    expect(published.map(({ type }) => type)).toEqual([
      'APApplicationChangedEvent',
      'APApplicationChangedEvent',
    ])
  })

  it('checks the merged settings, names every fault, and stores nothing', async () => {
    await service.configured('app-faulty', {})
    const before = await service.footprint()
    const { status, body } = await patch('app-faulty', {
      noShowGrace: 'soon',
      unknown: 1,
      notifications: { active: 'yes' },
    })
    expect(status).toBe(400)
    expect(body.errors.map(({ pointer }) => pointer).sort()).toEqual([
      '/noShowGrace',
      '/notifications/active',
      '/unknown',
    ])
    expect(rejection(await patch('app-faulty', { allowPast: true }, { 'if-match': '"99"' }))).toMatchObject({
      status: 412,
    })
    expect(rejection(await patch('nowhere', { allowPast: true }))).toEqual({
      status: 404,
      code: 'APPLICATION_NOT_FOUND',
    })
    expect(await service.footprint()).toEqual(before)
  })

  it('replays a keyed patch', async () => {
    await service.configured('app-keyed', {})
    const headers = { 'idempotency-key': 'patch-once' }
    const first = await patch('app-keyed', { allowPast: true }, headers)
    const again = await patch('app-keyed', { allowPast: true }, headers)
    expect(again.body).toEqual(first.body)
    expect(again.headers.get('idempotency-replayed')).toBe('true')
  })

  describe('a patch by a supervisor', () => {
    const caller = of('org-patched', supervisor)
    const patched = (id: string, body: object, headers = {}) =>
      service.call(caller, 'PATCH', at(id), body, headers)

    it('may change the times and the message settings that supervisors are responsible for', async () => {
      await service.configured('app-supervised', { allowPast: true }, of('org-patched', machine))
      const notifications = {
        types: { REMINDER: { channels: ['EMAIL'] } },
        schedules: [{ type: 'REMINDER', offset: 'PT24H', channels: ['EMAIL'] }],
        quietHours: { enabled: true },
      }
      const { status, body } = await patched('app-supervised', {
        customerCancelCutoff: 'PT2H',
        noShowGrace: 'PT5M',
        notifications,
      })
      expect(status).toBe(200)
      expect(body).toMatchObject({
        allowPast: true,
        customerCancelCutoff: 'PT2H',
        noShowGrace: 'PT5M',
        notifications: { active: false, ...notifications },
        version: 3,
      })
      const reset = await patched('app-supervised', { noShowGrace: null, notifications: { types: null } })
      expect(reset.body).toMatchObject({ noShowGrace: 'PT10M', version: 4 })
    })

    it('is rejected with the name of every other setting, and changes nothing', async () => {
      await service.configured('app-guarded', {}, of('org-patched', machine))
      const before = await service.footprint()
      const { status, body } = await patched('app-guarded', {
        noShowGrace: 'PT5M',
        allowPast: true,
        notifications: { active: true, quietHours: { enabled: true }, from: null },
      })
      expect({ status, code: body.code }).toEqual({ status: 403, code: 'FIELD_NOT_ALLOWED' })
      expect(body.errors.map(({ pointer }) => pointer)).toEqual([
        '/allowPast',
        '/notifications/active',
        '/notifications/from',
      ])
      expect(rejection(await patched('app-guarded', { notifications: null }))).toEqual({
        status: 403,
        code: 'FIELD_NOT_ALLOWED',
      })
      expect(await service.footprint()).toEqual(before)
    })

    it('is checked like any other patch', async () => {
      await service.configured('app-checked', {}, of('org-patched', machine))
      const invalid = await patched('app-checked', { noShowGrace: 'soon', allowPast: 1, nonsense: true })
      expect(rejection(invalid)).toEqual({ status: 400, code: 'VALIDATION_FAILED' })
      expect(invalid.body.errors.map(({ pointer }) => pointer).sort()).toEqual([
        '/allowPast',
        '/noShowGrace',
        '/nonsense',
      ])
      const stale = await patched('app-checked', { noShowGrace: 'PT5M' }, { 'if-match': '"1"' })
      expect(rejection(stale)).toEqual({ status: 412, code: 'VERSION_MISMATCH' })
      await service.configured('app-not-theirs', {}, of('org-other', machine))
      expect(rejection(await patched('app-not-theirs', { allowPast: true }))).toEqual(NOT_FOUND)
    })

    it('may contain any setting if the caller is also a client service', async () => {
      await service.configured('app-both', {}, of('org-patched', machine))
      const both: Caller = { ...caller, roles: ['ROLE_SUPERVISOR', 'ROLE_CLIENT_SERVICE'] }
      expect((await service.call(both, 'PATCH', at('app-both'), { allowPast: true })).status).toBe(200)
    })
  })

  it('reports the same faults for a PATCH as for a PUT', async () => {
    await service.configured('app-faults', {})
    const faulty = {
      overlapPolicy: 'x',
      allowPast: 1,
      noShowGrace: 'soon',
      nonsense: true,
      notifications: { quietHours: { start: '9' } },
    }
    const patch = await service.call(machine, 'PATCH', at('app-faults'), faulty, {
      'content-type': 'application/merge-patch+json',
    })
    expect(rejection(patch)).toEqual({ status: 400, code: 'VALIDATION_FAILED' })
    expect(patch.body.errors).toContainEqual({
      pointer: '/overlapPolicy',
      code: 'INVALID_VALUE',
      message: 'must be ALLOW or REJECT',
    })
    expect(patch.body.errors).toEqual(
      (await service.call(machine, 'PUT', at('app-faults'), faulty)).body.errors,
    )
  })

  it('lists the applications of the caller, page by page', async () => {
    for (const id of ['app-l1', 'app-l2', 'app-l3']) await service.configured(id, {}, of('org-list', machine))
    const list = async (query: string, caller = of('org-list', supervisor)) =>
      (await service.call(caller, 'GET', `/api/v2/applications${query}`)).body
    expect(await list('?pageSize=2&pageNumber=2')).toMatchObject({
      content: [{ id: 'app-l3', organizationId: 'org-list' }],
      pageCount: 2,
      total: 3,
    })
    expect((await list('?sortOrder=desc')).content.map(({ id }) => id)).toEqual([
      'app-l3',
      'app-l2',
      'app-l1',
    ])
    expect(await list('', of('org-none', machine))).toMatchObject({ content: [], total: 0 })
    expect((await list('', machine)).total).toBeGreaterThan(3)
  })
})

describe('applications that must be registered', () => {
  const service = appointmentsService({ APPLICATIONS: 'registered' })

  it('are rejected with the same error if unknown or of another organization', async () => {
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
    expect(rejection(unknown)).toEqual({ status: 400, code: 'APPLICATION_UNKNOWN' })
    expect(rejection(foreign)).toEqual(rejection(unknown))
    expect(await service.footprint()).toEqual(before)
  })

  it.each([
    ['a service type', { serviceTypeId: 'advice', answers: { topic: 'loan' } }],
    ['an unknown service type', { serviceTypeId: 'none' }],
    ['an override', { override: 'CALENDAR' }],
  ])('reveal nothing to another organization that requests %s', async (_, change) => {
    const applicationId = 'app-org-1'
    await service.configured(applicationId, {}, of('org-1', machine))
    const at = service.now().toISOString()
    await service.publish('APServiceTypeChangedEvent', `${applicationId} advice`, 1, {
      applicationId,
      id: 'advice',
      version: 1,
      serviceType: {
        ...serviceTypeRequest.parse({
          name: 'Advice',
          durations: ['PT30M'],
          intake: [{ id: 'secret', label: 'Secret', type: 'TEXT', required: true }],
        }),
        id: 'advice',
        applicationId,
        version: 1,
        createdAt: at,
        updatedAt: at,
      },
    })
    const before = await service.footprint()
    const book = async (application: string) => {
      const { status, body } = await service.call(
        of('org-2', agent),
        'POST',
        V2,
        aSchedule({ applicationId: application, ...change }),
      )
      return { status, body: { ...body, instance: undefined, requestId: undefined } }
    }
    const unknown = await book('nowhere')
    expect(unknown).toMatchObject({ status: 400, body: { code: 'APPLICATION_UNKNOWN' } })
    expect(await book(applicationId)).toEqual(unknown)
    expect(await service.footprint()).toEqual(before)
  })

  it('can be used after registration', async () => {
    await service.configured('app-2', {}, of('org-1', machine))
    expect((await service.scheduled({ applicationId: 'app-2' }, of('org-1', agent))).applicationId).toBe(
      'app-2',
    )
  })
})

describe('applications with a list of senders [H8]', () => {
  const service = appointmentsService({
    SENDERS: 'org-1=bookings@acme.example,+4930123456;*=*@shared.example',
    MAIL_FROM: 'house@example.com',
    SMS_FROM: '+15005550006',
  })
  const put = (id: string, from: object, caller: Caller, rest: object = {}) =>
    service.call(caller, 'PUT', at(id), { ...rest, notifications: { active: true, from } })
  const patch = (id: string, from: object, caller: Caller, headers = {}) =>
    service.call(
      caller,
      'PATCH',
      at(id),
      { notifications: { from } },
      { 'content-type': 'application/merge-patch+json', ...headers },
    )
  const acme = of('org-1', machine)
  const beta = of('org-2', machine)
  const faultAt = (field: string) => ({
    pointer: `/notifications/from/${field}`,
    code: 'SENDER_NOT_ALLOWED',
    message: anyText,
  })

  it.each([
    [
      'a sender of the organization',
      { emailAddress: 'bookings@acme.example', smsSender: '+4930123456' },
      acme,
    ],
    ['a sender for all organizations', { emailAddress: 'any@shared.example' }, beta],
    [
      'a sender for all organizations, for a caller without an organization',
      { emailAddress: 'any@shared.example' },
      machine,
    ],
    [
      'the default senders of the installation',
      { emailAddress: 'house@example.com', smsSender: '+15005550006' },
      beta,
    ],
    ['any reply-to address', { replyTo: 'any@where.example', emailName: 'Beta' }, beta],
  ])('accept %s', async (name, from, caller) => {
    const { status, body } = await put(`take ${name}`.replaceAll(' ', '-'), from, caller)
    expect(status, JSON.stringify(body)).toBe(200)
  })

  it.each([
    ["another organization's", beta],
    ["an organization's without naming one", machine],
  ])('reject %s and store nothing', async (name, caller) => {
    const id = `reject-${name.length}`
    await put(id, {}, caller)
    const before = await service.footprint()
    const from = { emailAddress: 'bookings@acme.example', smsSender: '+4930123456' }
    for (const response of [
      await put(id, from, caller),
      await patch(id, from, caller),
      await put(`${id}-new`, from, caller),
    ]) {
      expect(rejection(response)).toEqual({ status: 400, code: 'SENDER_NOT_ALLOWED' })
      expect(response.body.errors).toEqual([faultAt('emailAddress'), faultAt('smsSender')])
    }
    expect((await patch(id, { smsSender: 'ACME' }, caller)).body.errors).toEqual([faultAt('smsSender')])
    expect(await service.footprint()).toEqual(before)
  })

  it('check the organization that the application has or gets by the request', async () => {
    const from = { emailAddress: 'bookings@acme.example' }
    expect((await put('given-org', from, machine, { organizationId: 'org-1' })).status).toBe(200)
    expect((await put('given-org', from, machine)).status).toBe(200)
    expect(rejection(await put('other-org', from, machine, { organizationId: 'org-2' }))).toEqual({
      status: 400,
      code: 'SENDER_NOT_ALLOWED',
    })
  })
})
