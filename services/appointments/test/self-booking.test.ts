import { describe, expect, it } from 'vitest'
import type { Caller } from '@appointments/contracts'
import {
  appointmentsService,
  aSchedule,
  customerOf,
  machine,
  managing,
  rejection,
  V1,
  V2,
  type ClientResponse,
} from './harness.ts'

const ADDRESS = 'ada@example.com'
let passwords = 0

/** A customer that verified its address with a new one-time password for an application. */
const proved = (applicationId = 'app-self', change: Partial<Caller> = {}): Caller => ({
  roles: [],
  verifiedContact: { channel: 'EMAIL', to: ADDRESS },
  oneTimePassword: { id: `password-${++passwords}`, applicationId },
  ...change,
})

const aWish = (change: Record<string, unknown> = {}) =>
  aSchedule({ applicationId: 'app-self', customers: [{ contact: { primaryEmail: ADDRESS } }], ...change })

const INVALID = { status: 401, code: 'OTP_INVALID' }

describe('a one-time password', () => {
  const service = appointmentsService()
  const book = (caller: Caller, change = {}, headers = {}): Promise<ClientResponse> =>
    service.call(caller, 'POST', `${V2}/basic`, aWish(change), headers)
  const configure = () => service.configured('app-self', {})

  it('books once, whatever the idempotency key, and the same key replays the booking [H1.3]', async () => {
    await configure()
    const caller = proved()
    const key = { 'idempotency-key': 'first' }
    const first = await book(caller, {}, key)
    expect(first.status).toBe(200)
    const replayed = await book(caller, {}, key)
    expect(replayed.headers.get('idempotency-replayed')).toBe('true')
    expect(replayed.body).toEqual(first.body)
    expect(rejection(await book(caller, { title: 'other' }, key))).toEqual({
      status: 422,
      code: 'IDEMPOTENCY_KEY_REUSED',
    })
    const before = await service.footprint()
    expect(rejection(await book(caller))).toEqual(INVALID)
    expect(rejection(await book(caller, {}, { 'idempotency-key': 'second' }))).toEqual(INVALID)
    const onV1 = aSchedule({ applicationId: 'app-self', customer: { contact: { primaryEmail: ADDRESS } } })
    expect(rejection(await service.call(caller, 'POST', `${V1}/basic`, onV1, key))).toEqual(INVALID)
    expect(await service.footprint()).toEqual(before)
  })

  it('books once for parallel requests [H1.3]', async () => {
    await configure()
    const caller = proved()
    const responses = await Promise.all(
      Array.from({ length: 10 }, (_, n) => book(caller, {}, n < 5 ? {} : { 'idempotency-key': `race-${n}` })),
    )
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(responses.filter(({ status }) => status !== 200).map(rejection)).toEqual(Array(9).fill(INVALID))
  })

  it('stays used after it has expired and its response is deleted', async () => {
    await configure()
    const caller = proved()
    expect((await book(caller)).status).toBe(200)
    const used = () => service.query('SELECT FROM used_passwords')
    const before = (await used()).length
    await service.purgePasswords(new Date('2026-12-03T11:59:59Z'))
    expect(await used()).toHaveLength(before)
    expect(rejection(await book(caller))).toEqual(INVALID)
    await service.purgePasswords(new Date('2026-12-03T12:00:01Z'))
    expect(await used()).toEqual([])
  })

  it('can be used again after a rejected booking', async () => {
    await configure()
    const caller = proved()
    expect((await book(caller, { start: '2020-01-01T09:00:00Z' })).status).toBe(400)
    expect((await book(caller)).status).toBe(200)
  })

  it('books only for the application it was requested for, known or not [H9.2]', async () => {
    await configure()
    await service.configured('app-other', {})
    const caller = proved()
    const before = await service.footprint()
    for (const applicationId of ['app-other', 'app-nobody-knows'])
      expect(rejection(await book(caller, { applicationId }))).toEqual(INVALID)
    expect(await service.footprint()).toEqual(before)
    expect((await book(caller)).status).toBe(200)
  })

  it('creates no application [H2.6]', async () => {
    const before = await service.footprint()
    const rejected = await book(proved('app-unheard-of'), { applicationId: 'app-unheard-of' })
    expect(rejection(rejected)).toEqual({ status: 400, code: 'APPLICATION_UNKNOWN' })
    expect(await service.footprint()).toEqual(before)
  })
})

describe('the OTP allowance of an application', () => {
  const service = appointmentsService()

  it('is the number of passwords a client may request, and empty for an unknown application [H2.5]', async () => {
    const allowance = async (applicationId: string) =>
      (await service.call(machine, 'POST', '/internal/applications/otp-allowance', { applicationId })).body
    await service.configured('app-allowance', { otpPerHour: 7 })
    await service.configured('app-default', {})
    expect(await allowance('app-allowance')).toEqual({ perHour: 7 })
    expect(await allowance('app-default')).toEqual({ perHour: 1000 })
    expect(await allowance('app-unknown')).toEqual({})
  })

  it('says whether the application belongs to another organization than the client', async () => {
    await service.configured('app-of-org-2', { organizationId: 'org-2' })
    await service.configured('app-of-none', {})
    const allowance = async (applicationId: string, organizationId?: string) => {
      const asked = { applicationId, organizationId }
      return (await service.call(machine, 'POST', '/internal/applications/otp-allowance', asked)).body
    }
    expect(await allowance('app-of-org-2')).toEqual({ perHour: 1000 })
    expect(await allowance('app-of-org-2', 'org-2')).toEqual({ perHour: 1000 })
    for (const applicationId of ['app-of-org-2', 'app-of-none'])
      expect(await allowance(applicationId, 'org-1')).toEqual({ perHour: 1000, isForeign: true })
    expect(await allowance('app-unknown', 'org-1')).toEqual({})
  })
})

describe('machines of one organization', () => {
  const service = appointmentsService()

  it.each([
    ['a client id', 'clientId'],
    ['a token, if it names no client', 'tokenHash'],
  ])('share an idempotency key only if they share %s [H2.6]', async (_what, name) => {
    const headers = { 'idempotency-key': `shared-${name}` }
    const ask = async (value: string) =>
      service.call(
        { ...machine, organizationId: 'org-1', [name]: value },
        'POST',
        V2,
        aSchedule({ applicationId: 'app-machines' }),
        headers,
      )
    const [crm, erp, again] = [await ask('crm'), await ask('erp'), await ask('crm')]
    expect([crm.status, erp.status]).toEqual([200, 200])
    expect(erp.body.id).not.toBe(crm.body.id)
    expect(again.body).toEqual(crm.body)
  })
})

describe('a customer who books for itself', () => {
  const service = appointmentsService()
  const book = (body: object, caller = proved(), path = `${V2}/basic`): Promise<ClientResponse> =>
    service.call(caller, 'POST', path, body)
  const recordsOf = async (id: string) => {
    const [event] = await service.eventsOf(id)
    return (event!.data as { customers: object[] }).customers
  }
  const faultsOf = ({ body }: ClientResponse) =>
    body.errors.map(({ pointer, code }) => `${pointer} ${code}`).sort()

  it('keeps its unverified address, marked as unproved [H1.4]', async () => {
    await service.configured('app-self', {})
    const contact = { primaryEmail: ADDRESS, primaryPhone: '+4930123456' }
    const { body } = await book(aWish({ customers: [{ contact }] }))
    expect(await recordsOf(body.id)).toMatchObject([
      { email: ADDRESS, phone: '+4930123456', unproved: ['phone'] },
    ])
    const bySms = proved('app-self', { verifiedContact: { channel: 'SMS', to: '+4930123456' } })
    const onV1 = aSchedule({ applicationId: 'app-self', customer: { contact } })
    const { body: other } = await book(onV1, bySms, `${V1}/basic`)
    expect(await recordsOf(other.id)).toMatchObject([{ unproved: ['email'] }])
    const { body: plain } = await book(aWish())
    expect((await recordsOf(plain.id))[0]).not.toHaveProperty('unproved')
  })

  it('must give an e-mail address or a phone number', async () => {
    await service.configured('app-self', {})
    const missing = await book(aWish({ customers: undefined }))
    expect(rejection(missing)).toEqual({ status: 400, code: 'CONTACT_REQUIRED' })
    expect(faultsOf(missing)).toEqual(['/customers/0 CONTACT_REQUIRED'])
    const named = aSchedule({ applicationId: 'app-self', customer: { username: 'ada' } })
    expect(faultsOf(await book(named, proved(), `${V1}/basic`))).toEqual(['/customer CONTACT_REQUIRED'])
  })

  it('may bring only as many guests as the application allows, each with an e-mail address [H1.4]', async () => {
    await service.configured('app-self', {})
    const own = { contact: { primaryEmail: ADDRESS } }
    const guest = { contact: { primaryEmail: 'bob@example.com' } }
    const before = await service.footprint()
    expect(faultsOf(await book(aWish({ customers: [own, guest] })))).toEqual([
      '/customers/1 TOO_MANY_CUSTOMERS',
    ])
    expect(await service.footprint()).toEqual(before)

    await service.configured('app-self', { selfBookingGuests: 1 })
    const { body } = await book(aWish({ customers: [guest, own] }))
    expect(await recordsOf(body.id)).toMatchObject([
      { email: 'bob@example.com', guest: true },
      { email: ADDRESS },
    ])
    expect((await recordsOf(body.id))[1]).not.toHaveProperty('guest')
    expect(faultsOf(await book(aWish({ customers: [own, guest, guest] })))).toEqual([
      '/customers/2 TOO_MANY_CUSTOMERS',
    ])
    const byPhone = { contact: { primaryPhone: '+4930123456' } }
    expect(faultsOf(await book(aWish({ customers: [own, byPhone] })))).toEqual([
      '/customers/1/contact/primaryEmail REQUIRED',
      '/customers/1/contact/primaryPhone FIELD_NOT_ALLOWED',
    ])
  })

  it.each([
    'see http://evil.example',
    'www.evil.example',
    'mail eve@evil.example',
    'evil.example/win',
    'HTTPS://x',
    'ｗｗｗ.evil.example',
  ])('cannot have the name %s [H9.3]', async (firstName) => {
    await service.configured('app-self', {})
    const contact = { primaryEmail: ADDRESS }
    const wish = aWish({ customers: [{ contact, name: { firstName, lastName: firstName } }] })
    expect(faultsOf(await book(wish))).toEqual([
      '/customers/0/name/firstName LINK_NOT_ALLOWED',
      '/customers/0/name/lastName LINK_NOT_ALLOWED',
    ])
    const onV1 = aSchedule({ applicationId: 'app-self', customer: { contact, name: { firstName } } })
    expect(faultsOf(await book(onV1, proved(), `${V1}/basic`))).toEqual([
      '/customer/name/firstName LINK_NOT_ALLOWED',
    ])
    expect((await book(wish, proved('app-self', { clientId: 'crm' }))).status).toBe(200)
  })

  it('can have an ordinary name', async () => {
    await service.configured('app-self', {})
    for (const lastName of ["O'Neil-Smith Jr.", 'Dr. h.c. Müller', 'van der Berg'])
      expect(
        (await book(aWish({ customers: [{ contact: { primaryEmail: ADDRESS }, name: { lastName } }] })))
          .status,
      ).toBe(200)
  })

  it('may choose a duration of at most two hours, or one that the application lists [H1.4] [H9.3]', async () => {
    await service.configured('app-self', {})
    const rejected = ['/duration DURATION_NOT_OFFERED']
    expect((await book(aWish({ duration: 'PT120M' }))).status).toBe(200)
    expect(faultsOf(await book(aWish({ duration: 'PT2H1M' })))).toEqual(rejected)
    expect(faultsOf(await book(aWish({ duration: undefined })))).toEqual(['/duration REQUIRED'])

    await service.configured('app-self', { selfBookingDurations: ['PT45M', 'PT3H'] })
    expect((await book(aWish({ duration: undefined }))).body.duration).toBe('PT45M')
    expect((await book(aWish({ duration: 'PT180M' }))).status).toBe(200)
    expect(faultsOf(await book(aWish({ duration: 'PT30M' })))).toEqual(rejected)
  })

  it('may choose among the same durations when it moves its appointment [H1.4]', async () => {
    await service.configured('app-self', {})
    const { id, participants } = await service.scheduled({
      applicationId: 'app-self',
      duration: 'PT3H',
      customers: [{ contact: { primaryEmail: ADDRESS } }],
    })
    const move = (change: object, ticketVersion = 1) =>
      service.call(managing(id, customerOf({ participants }), { ticketVersion }), 'PUT', `${V2}/reschedule`, {
        id,
        start: '2027-01-10T09:00:00Z',
        ...change,
      })
    expect(faultsOf(await move({ duration: 'PT4H' }))).toEqual(['/duration DURATION_NOT_OFFERED'])
    expect((await move({ duration: 'PT180M' })).status).toBe(200)
    await service.configured('app-self', { selfBookingDurations: ['PT45M'] })
    expect(faultsOf(await move({ start: '2027-01-11T09:00:00Z', duration: 'PT30M' }, 2))).toEqual([
      '/duration DURATION_NOT_OFFERED',
    ])
    expect((await move({ start: '2027-01-11T09:00:00Z', duration: 'PT45M' }, 2)).body.duration).toBe('PT45M')
  })
})

describe('a registered client that books for a customer', () => {
  const service = appointmentsService()

  it('may set all fields of a booking, and book for several customers [H5.8]', async () => {
    const wish = aWish({
      applicationId: 'app-client',
      duration: 'PT5H',
      customers: [
        { contact: { primaryEmail: ADDRESS, primaryPhone: '+4930123456' } },
        { contact: { primaryPhone: '+4930765432' }, name: { firstName: 'www.example.com' } },
      ],
      metadata: { tier: 'gold' },
      notificationHeaders: { 'x-campaign': 'spring' },
      targetAssignment: { type: 'AGENT', id: 'agent-7' },
      interaction: {
        routing: { type: 'VENDORA_CLOUD_FLOW', properties: { deploymentId: 'd-1' } },
      },
    })
    const anonymous = await service.call(
      proved('app-client', {}),
      'POST',
      `${V2}/basic`,
      await service.configured('app-client', {}).then(() => wish),
    )
    expect(anonymous.status).toBe(400)
    const caller = proved('app-client', { clientId: 'crm' })
    const booked = await service.call(caller, 'POST', `${V2}/basic`, wish)
    expect(booked.status, JSON.stringify(booked.body)).toBe(200)
    expect(booked.body).toMatchObject({
      duration: 'PT5H',
      metadata: { tier: 'gold' },
      organizer: { id: 'agent-7' },
    })
    const [event] = await service.eventsOf(booked.body.id)
    const { customers } = event!.data as { customers: object[] }
    for (const customer of customers) {
      expect(customer).not.toHaveProperty('unproved')
      expect(customer).not.toHaveProperty('guest')
    }
    const stranger = { ...wish, customers: [{ contact: { primaryEmail: 'eve@example.com' } }] }
    const other = await service.call(
      proved('app-client', { clientId: 'crm' }),
      'POST',
      `${V2}/basic`,
      stranger,
    )
    expect(rejection(other)).toEqual({ status: 403, code: 'OTP_CONTACT_MISMATCH' })
  })
})
