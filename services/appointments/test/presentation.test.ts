import { describe, expect, it } from 'vitest'
import { defaultPresentation } from '@appointments/contracts'
import { agent, anonymous, appointmentsService, machine, of, rejection, supervisor } from './harness.ts'

const at = (id: string) => `/api/v2/applications/${id}/presentation`
const profileAt = (id: string) => `/api/v2/applications/${id}/profile`

const brand = {
  name: 'Example Advice',
  accent: '#0A6E5C',
  supportEmail: 'help@example.com',
  supportPhone: '+49 30 123456',
  privacyUrl: 'https://www.example.com/privacy',
}

describe('how an application presents itself', () => {
  const service = appointmentsService()
  const put = (id: string, body: unknown, caller = supervisor, headers = {}) =>
    service.call(caller, 'PUT', at(id), body, headers)
  const patch = (id: string, body: unknown, caller = supervisor, headers = {}) =>
    service.call(caller, 'PATCH', at(id), body, {
      'content-type': 'application/merge-patch+json',
      ...headers,
    })
  const events = async (id: string) =>
    (await service.eventsOf(id))
      .filter(({ type }) => type === 'APPresentationChangedEvent')
      .map(({ data }) => data)

  it('has defaults in version 0 until it is written', async () => {
    await service.configured('brand-fresh', {})
    const { status, body, headers } = await service.call(machine, 'GET', at('brand-fresh'))
    expect(status).toBe(200)
    expect(body).toEqual({ ...defaultPresentation, applicationId: 'brand-fresh', version: 0 })
    expect(headers.get('etag')).toBe('"0"')
  })

  it('is replaced by a PUT, which is published', async () => {
    await service.configured('brand-put', {})
    const first = await put('brand-put', { brand, booking: { enabled: true } }, supervisor, {
      'if-match': '"0"',
    })
    expect(first.body).toEqual({
      applicationId: 'brand-put',
      version: 1,
      brand: { ...brand, accent: '#0a6e5c', supportPhone: '+4930123456' },
      booking: { enabled: true, codeBy: ['EMAIL', 'SMS'] },
      allowedOrigins: [],
    })
    const second = await put('brand-put', { allowedOrigins: ['https://www.example.com'] }, machine)
    expect(second.body).toMatchObject({ version: 2, brand: {}, booking: { enabled: false } })
    expect((await service.call(supervisor, 'GET', at('brand-put'))).body).toEqual(second.body)
    expect(await events('brand-put')).toEqual([{ presentation: first.body }, { presentation: second.body }])
  })

  it('is changed in parts by a PATCH, in which null restores a default', async () => {
    await service.configured('brand-patch', {})
    await put('brand-patch', { brand, booking: { enabled: true, codeBy: ['SMS'] } })
    const changed = await patch('brand-patch', {
      brand: { name: 'Other', supportEmail: null },
      booking: { codeBy: null },
    })
    expect(changed.body).toMatchObject({
      version: 2,
      brand: { name: 'Other', accent: '#0a6e5c' },
      booking: { enabled: true, codeBy: ['EMAIL', 'SMS'] },
    })
    expect(changed.body).not.toHaveProperty('brand.supportEmail')
    expect((await patch('brand-patch', { brand: { name: 'Other' } })).body).toEqual(changed.body)
    expect(await events('brand-patch')).toHaveLength(2)
  })

  it('keeps everything if a part is wrong, and names every fault', async () => {
    await service.configured('brand-bad', {})
    await put('brand-bad', { brand })
    const before = await service.footprint()
    const response = await patch('brand-bad', {
      brand: { accent: 'red', supportUrl: 'javascript:alert(1)', imprintUrl: 'https://a:b@example.com' },
      allowedOrigins: ['https://example.com/path'],
    })
    expect(response.status).toBe(400)
    expect((response.body as { errors: { pointer: string }[] }).errors.map(({ pointer }) => pointer)).toEqual(
      ['/brand/accent', '/brand/supportUrl', '/brand/imprintUrl', '/allowedOrigins/0'],
    )
    expect(await service.footprint()).toEqual(before)
  })

  it('compares If-Match with its own version', async () => {
    await service.configured('brand-match', {})
    await put('brand-match', {})
    for (const write of [put, patch])
      expect(
        rejection(await write('brand-match', { brand }, supervisor, { 'if-match': '"0"' })),
      ).toMatchObject({ status: 412, code: 'VERSION_MISMATCH' })
  })

  it('is hidden from other organizations', async () => {
    await service.configured('brand-own', {}, of('org-1', machine))
    for (const method of ['GET', 'PUT', 'PATCH'] as const) {
      const body = method === 'GET' ? undefined : {}
      const foreign = await service.call(of('org-2', supervisor), method, at('brand-own'), body)
      expect(rejection(foreign)).toMatchObject({ status: 404, code: 'APPLICATION_NOT_FOUND' })
    }
  })

  it.each([
    'https://*.example.com',
    'https://a.example;sandbox',
    "https://a.example,default-src'self'",
    'ftp://a.example',
    'null',
    'https://a.example/',
    'https://A.example',
    'https://a.example:443',
  ])('rejects %s, which is not how browsers write an origin', async (origin) => {
    await service.configured('brand-origin', {})
    const { status } = await put('brand-origin', { allowedOrigins: [origin] })
    expect(status).toBe(400)
  })

  it('accepts origins with a port, an address and a name of its own network', async () => {
    await service.configured('brand-origins', {})
    const allowedOrigins = [
      'https://a-b.example:8443',
      'http://127.0.0.1:4000',
      'http://[::1]:4000',
      'http://my_host',
    ]
    expect((await put('brand-origins', { allowedOrigins })).body).toMatchObject({ allowedOrigins })
  })

  it('lists the applications that allow origins, a page at a time, ordered by id', async () => {
    const origins = ['https://www.example.com', 'https://shop.example.com']
    for (const id of ['origins-c', 'origins-a', 'origins-b', 'origins-none']) {
      await service.configured(id, {})
      await put(id, { allowedOrigins: id === 'origins-none' ? [] : origins })
    }
    const read = async (after: string, limit: number) =>
      (await service.call(anonymous, 'POST', '/internal/applications/origins', { after, limit })).body
    const [a, b, c] = ['origins-a', 'origins-b', 'origins-c'].map((id) => ({ id, origins }))
    expect(await read('origins-', 2)).toEqual({ applications: [a, b] })
    expect(await read('origins-b', 200)).toEqual({ applications: [c] })
  })

  it('shows a profile to everyone, without settings for staff', async () => {
    await service.configured('brand-open', {
      defaultTimezone: 'Europe/Berlin',
      defaultLocale: 'de',
      agentIds: ['agent-7'],
      notifications: {
        active: true,
        from: { emailName: 'Mail Name', emailAddress: 'sender@example.com' },
        supportedLocales: ['en', 'de'],
      },
    })
    const unwritten = await service.call(anonymous, 'GET', profileAt('brand-open'))
    expect(rejection(unwritten)).toMatchObject({ status: 404, code: 'PROFILE_NOT_FOUND' })
    for (const id of ['brand-open', 'brand-unknown'])
      expect((await service.call(anonymous, 'GET', `${profileAt(id)}?fallback=true`)).body).toEqual({
        locales: ['en'],
        timezone: 'UTC',
        booking: { enabled: false, codeBy: ['EMAIL', 'SMS'], holds: 'OFF' },
      })
    await put('brand-open', { allowedOrigins: ['https://www.example.com'] })
    const named = await service.call(anonymous, 'GET', profileAt('brand-open'))
    expect(named.body).toEqual({
      name: 'Mail Name',
      locales: ['de', 'en'],
      timezone: 'Europe/Berlin',
      booking: { enabled: false, codeBy: ['EMAIL', 'SMS'], holds: 'OFF' },
    })
    expect(named.headers.get('cache-control')).toBe('public, max-age=60')
    await put('brand-open', { brand, booking: { enabled: true, codeBy: ['EMAIL'] } })
    for (const caller of [anonymous, of('org-2', agent)])
      expect((await service.call(caller, 'GET', profileAt('brand-open'))).body).toEqual({
        ...brand,
        accent: '#0a6e5c',
        supportPhone: '+4930123456',
        locales: ['de', 'en'],
        timezone: 'Europe/Berlin',
        booking: { enabled: true, codeBy: ['EMAIL'], holds: 'OFF' },
      })
  })

  it('shows who may hold a time without a token', async () => {
    await service.configured('brand-holds', { overlapPolicy: 'REJECT' })
    await put('brand-holds', { booking: { enabled: true } })
    const holds = async () => (await service.call(anonymous, 'GET', profileAt('brand-holds'))).body
    expect(await holds()).toMatchObject({ booking: { holds: 'OTP' } })
    const settings = '/api/v2/applications/brand-holds/availability'
    expect((await service.call(machine, 'PUT', settings, { publicHolds: 'OPEN' })).status).toBe(200)
    expect(await holds()).toMatchObject({ booking: { holds: 'OPEN' } })
  })
})
