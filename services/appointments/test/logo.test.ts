import { describe, expect, it } from 'vitest'
import type { Presentation } from '@appointments/contracts'
import { anonymous, appointmentsService, machine, of, supervisor } from './harness.ts'

/** A PNG image; `padding` changes its bytes. */
const png = (width: number, height: number, padding = ''): Buffer => {
  const chunk = (name: string, data: Buffer) => {
    const length = Buffer.alloc(4)
    length.writeUInt32BE(data.length)
    return Buffer.concat([length, Buffer.from(name, 'latin1'), data, Buffer.alloc(4)])
  }
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', header),
    chunk('tEXt', Buffer.from(padding)),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

describe('the logo of an application', () => {
  const service = appointmentsService()
  const at = (id: string) => `/api/v2/applications/${id}/presentation/logo`
  const profileOf = async (id: string) =>
    (await service.call(anonymous, 'GET', `/api/v2/applications/${id}/profile`)).body as unknown as {
      logoUrl?: string
    }
  const put = async (
    id: string,
    image: Buffer,
    headers: Record<string, string> = {},
    caller = supervisor,
  ) => {
    const { response, text } = await service.upload(caller, at(id), image, headers)
    return { status: response.status, headers: response.headers, body: JSON.parse(text) as Presentation }
  }
  const versionOf = async (id: string) =>
    (await service.call(machine, 'GET', `/api/v2/applications/${id}/presentation`)).body.version
  const pathOf = ({ body }: { body: Presentation }) => body.brand.logo!.path
  const open = async (path: string) => {
    const response = await service.open(path)
    return {
      status: response.status,
      headers: response.headers,
      image: Buffer.from(await response.arrayBuffer()),
    }
  }

  it('is served at its own address, whatever type the request declared', async () => {
    await service.configured('logo-app', {})
    const image = png(320, 80)
    const written = await put('logo-app', image, { 'content-type': 'text/html' })
    expect(written.status).toBe(200)
    expect(written.headers.get('etag')).toBe('"1"')
    expect(written.body.brand.logo).toEqual({
      path: expect.stringMatching(/^\/brand\/logo-app\/[\w-]{22}$/) as string,
      width: 320,
      height: 80,
    })
    const served = await open(pathOf(written))
    expect(served.image.equals(image)).toBe(true)
    expect(Object.fromEntries(served.headers)).toMatchObject({
      'content-type': 'image/png',
      'cache-control': 'public, max-age=31536000, immutable',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox",
    })
    expect(await profileOf('logo-app')).toMatchObject({ logoUrl: pathOf(written) })
    const events = (await service.eventsOf('logo-app')).filter(
      ({ type }) => type === 'APPresentationChangedEvent',
    )
    expect(events.map(({ data }) => data)).toEqual([{ presentation: written.body }])
  })

  it('stays with a PUT and a PATCH of the presentation, and is not written twice', async () => {
    await service.configured('logo-stays', {})
    const written = await put('logo-stays', png(10, 10))
    expect((await put('logo-stays', png(10, 10))).body.version).toBe(1)
    const path = '/api/v2/applications/logo-stays/presentation'
    for (const [method, body] of [
      ['PUT', { brand: { name: 'New' } }],
      ['PATCH', { brand: null }],
    ] as const)
      expect((await service.call(machine, method, path, body)).body).toMatchObject({
        brand: { logo: written.body.brand.logo },
      })
  })

  it('keeps the last five for mails that show them, until it is removed', async () => {
    await service.configured('logo-former', {})
    const paths: string[] = []
    for (let at = 1; at <= 7; at += 1) {
      service.setNow(`2026-12-01T12:00:0${at}Z`)
      paths.push(pathOf(await put('logo-former', png(at, at))))
    }
    const statuses = async () => Promise.all(paths.map(async (path) => (await open(path)).status))
    expect(await statuses()).toEqual([404, 404, 200, 200, 200, 200, 200])
    const removed = await service.call(supervisor, 'DELETE', at('logo-former'), undefined, {
      'if-match': '"7"',
    })
    expect(removed.status).toBe(204)
    expect(await statuses()).toEqual(paths.map(() => 404))
    expect(await profileOf('logo-former')).not.toHaveProperty('logoUrl')
    const again = await service.call(supervisor, 'DELETE', at('logo-former'))
    expect(again.status).toBe(204)
    expect(await versionOf('logo-former')).toBe(8)
    await service.configured('logo-never', {})
    await service.call(supervisor, 'DELETE', at('logo-never'))
    expect(await versionOf('logo-never')).toBe(0)
  })

  it('is checked by its content, and a rejected one gets the reason and changes nothing', async () => {
    await service.configured('logo-bad', {})
    const before = await service.footprint()
    const script = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>')
    const cases: [Buffer, string][] = [
      [script, 'PNG or WebP'],
      [Buffer.alloc(0), 'PNG or WebP'],
      [Buffer.concat([png(1, 1), script]), 'PNG or WebP'],
      [png(1025, 4), '1025 × 4 pixels'],
      [png(4, 4, 'x'.repeat(65_536)), 'at most 65536'],
    ]
    for (const [image, reason] of cases) {
      const response = await put('logo-bad', image, { 'content-type': 'image/png' })
      expect(response).toMatchObject({ status: 400, body: { code: 'LOGO_NOT_ACCEPTED' } })
      expect((response.body as unknown as { detail: string }).detail).toContain(reason)
    }
    expect((await put('logo-bad', Buffer.alloc(100_001))).status).toBe(413)
    expect((await put('logo-bad', png(1, 1), { 'content-encoding': 'gzip' })).status).toBe(415)
    expect((await put('logo-bad', png(1, 1), { 'if-match': '"4"' })).status).toBe(412)
    expect(await service.footprint()).toEqual(before)
  })

  it('is hidden from other organizations, but served to everyone', async () => {
    await service.configured('logo-own', {}, of('org-1', machine))
    const foreign = await put('logo-own', png(1, 1), {}, of('org-2', supervisor))
    expect(foreign).toMatchObject({ status: 404, body: { code: 'APPLICATION_NOT_FOUND' } })
    const own = await put('logo-own', png(1, 1), {}, of('org-1', supervisor))
    expect((await open(pathOf(own))).status).toBe(200)
    for (const path of ['/brand/logo-own/unknown', '/brand/unknown/x', '/brand/a%00b/x'])
      expect((await open(path)).status).toBe(404)
  })

  it('is replaced once per idempotency key', async () => {
    await service.configured('logo-keyed', {})
    const key = { 'idempotency-key': 'logo-1' }
    const first = await put('logo-keyed', png(10, 10), key)
    const second = await put('logo-keyed', png(20, 20))
    const repeated = await put('logo-keyed', png(10, 10), key)
    expect(repeated.body).toEqual(first.body)
    expect(await versionOf('logo-keyed')).toBe(second.body.version)
  })
})
