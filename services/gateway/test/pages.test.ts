import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { startTestGateway, type TestGateway } from './support/gateway.ts'

const TICKET = 'k7Qm2xV9pR4t-unknown-ticket'

let gateway: TestGateway
beforeAll(async () => {
  gateway = await startTestGateway()
})
afterAll(() => gateway.stop())
beforeEach(() => gateway.reset())

const open = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
  gateway.call(path, { method, headers })
const languageOf = (text: string) => /<html lang="(\w+)">/.exec(text)?.[1]

describe.each(['manage', 'join'])('/%s/{ticket}', (page) => {
  it('is a page that is not cached, indexed or framed and sends no referrer', async () => {
    const { status, headers } = await open(`/${page}/${TICKET}`)
    expect(status).toBe(200)
    expect(headers).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
      'cross-origin-opener-policy': 'same-origin',
    })
    expect(headers['x-robots-tag']).toContain('noindex')
    expect(headers.vary).toContain('Accept-Language')
    const policy = String(headers['content-security-policy'])
    for (const directive of ["default-src 'none'", "script-src 'self'", "frame-ancestors 'none'"])
      expect(policy.split('; ')).toContain(directive)
    expect(policy).not.toContain('unsafe')
  })

  it('is the same for every ticket and does not contain it', async () => {
    const pages = await Promise.all(
      [TICKET, 'another', '%3Cscript%3Ealert(1)%3C%2Fscript%3E', `${TICKET}?x=${TICKET}`].map((ticket) =>
        open(`/${page}/${ticket}`),
      ),
    )
    for (const { status, text, headers } of pages) {
      expect(status).toBe(200)
      expect(text).toBe(pages[0]!.text)
      expect(text + JSON.stringify(headers)).not.toContain(TICKET)
    }
  })

  it.each(['GET', 'HEAD'])('changes nothing and calls no service on %s', async (method) => {
    const { status, headers } = await open(`/${page}/${TICKET}`, {}, method)
    expect(status).toBe(200)
    expect(headers).not.toHaveProperty('set-cookie')
    expect(gateway.arrivals()).toEqual([])
    expect(gateway.published).toEqual([])
  })

  it.each(['POST', 'PUT', 'DELETE'])('rejects %s with 405', async (method) => {
    const { status, headers } = await open(`/${page}/${TICKET}`, {}, method)
    expect(status).toBe(405)
    expect(headers.allow).toBe('GET, HEAD')
    expect(gateway.arrivals()).toEqual([])
  })

  it.each([
    ['de-AT,de;q=0.9,en;q=0.5', 'de'],
    ['fr', 'fr'],
    ['es,fr;q=0.4,en;q=0.2', 'fr'],
    ['en-GB', 'en'],
    ['ja', 'en'],
    ['*', 'en'],
    ['', 'en'],
    ['"><script>', 'en'],
  ])('with Accept-Language %s is in %s', async (accepted, language) => {
    const { text, headers } = await open(`/${page}/${TICKET}`, { 'accept-language': accepted })
    expect(languageOf(text)).toBe(language)
    expect(headers['content-language']).toBe(language)
  })

  it('is 404 without a ticket or with a further segment', async () => {
    expect((await open(`/${page}`)).status).toBe(404)
    expect((await open(`/${page}/a/b`)).status).toBe(404)
  })

  it('loads only files of the gateway', async () => {
    const { text } = await open(`/${page}/${TICKET}`)
    expect(text).not.toMatch(/https?:|<script(?! type="module" src=)|style="|<style| on\w+=/)
    const wanted = [...text.matchAll(/(?:src|href)="(\/[^"]+)"/g)].map(([, path]) => path!)
    expect(wanted).toContain('/pages/style.css')
    const seen = new Set<string>()
    for (let path = wanted.pop(); path !== undefined; path = wanted.pop()) {
      if (seen.has(path)) continue
      seen.add(path)
      const file = await open(path)
      expect(file.status, path).toBe(200)
      expect(file.headers['content-type']).toMatch(path.endsWith('.css') ? /^text\/css/ : /^text\/javascript/)
      expect(file.text, path).not.toMatch(/https?:\/\/|innerHTML|eval\(|localStorage|sessionStorage/)
      for (const [, name] of file.text.matchAll(/from '\.\/([^']+)'/g)) wanted.push(`/pages/${name}`)
    }
    expect(seen.size).toBeGreaterThan(8)
    expect(gateway.arrivals()).toEqual([])
  })
})

describe('/rooms/{id}/{room}', () => {
  const ROOM = '/rooms/appointment-1/a-name-that-cannot-be-guessed'
  const start = '2027-01-12T09:00:00Z'
  const end = '2027-01-12T09:30:00Z'
  const expected = {
    ...{ start, end, timezone: 'Europe/Berlin', company: 'Savings & Loan' },
    ...{ customers: ['Ada', '<b>Bob</b>'], unnamedCustomers: 1, agents: 2 },
  }
  const shows = (body: object, status = 200) => gateway.participants.respondWith({ status, body })

  it('is a page without scripts that shows who is expected and when [H5.9]', async () => {
    shows({ state: 'OPEN', locale: 'en-GB', expected })
    const { status, text, headers } = await open(ROOM, { 'accept-language': 'en' })
    expect(status).toBe(200)
    expect(headers).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
      'x-frame-options': 'DENY',
    })
    const policy = String(headers['content-security-policy'])
    expect(policy).toContain("default-src 'none'")
    expect(policy).not.toMatch(/unsafe|script-src|connect-src/)
    expect(text).not.toMatch(/<script| on\w+=|style="|https?:|<b>/)
    for (const shown of [
      'Savings &#38; Loan',
      'Ada',
      '&#60;b&#62;Bob',
      '1 customer',
      '2 agents',
      'Europe/Berlin (GMT+01:00)',
    ])
      expect(text).toContain(shown)
    expect(text).toMatch(/Tuesday.? 12 January 2027.*10:00\s?–\s?10:30/)
    expect(gateway.arrivals()).toMatchObject([
      {
        url: '/internal/rooms/view',
        body: expect.stringContaining('"a-name-that-cannot-be-guessed"') as string,
      },
    ])
  })

  it('shows both offsets if the clocks change during the appointment [H5.9]', async () => {
    const across = { ...expected, start: '2027-10-31T00:30:00Z', end: '2027-10-31T01:30:00Z' }
    shows({ state: 'OPEN', locale: 'en-GB', expected: across })
    const { text } = await open(ROOM)
    expect(text).toMatch(/02:30 GMT\+02:00 – .*02:30 GMT\+01:00/)
  })

  it.each([
    ['CANCELLED', 'abgesagt'],
    ['ABORTED', 'nicht stattgefunden'],
    ['EXPIRED', 'vorbei'],
  ])('shows that the appointment is %s [H5.9]', async (state, words) => {
    shows({ state, locale: 'de' })
    const { status, text, headers } = await open(ROOM, { 'accept-language': 'es,de;q=0.5' })
    expect([status, headers['content-language']]).toEqual([200, 'de'])
    expect(text).toContain(words)
  })

  it('is in the language of the appointment if the browser accepts none of the page [H5.9]', async () => {
    shows({ state: 'OPEN', locale: 'fr-CH', expected })
    expect(languageOf((await open(ROOM, { 'accept-language': 'es' })).text)).toBe('fr')
  })

  it('is the same 404 page for every unknown room and for addresses without an appointment [H5.9]', async () => {
    shows({ code: 'INVALID_REQUEST' }, 400)
    const unknown = await open(ROOM)
    expect(unknown.status).toBe(404)
    expect(unknown.headers['content-type']).toContain('text/html')
    expect(unknown.text).toContain('There is no room at this address')
    for (const path of ['/rooms/another/room', '/rooms/a-room-of-an-older-release'])
      expect(await open(path)).toMatchObject({ status: 404, text: unknown.text })
  })

  it('is a 503 page while the service is unavailable [H5.9]', async () => {
    shows({ code: 'ROUTE_NOT_FOUND' }, 404)
    const { status, headers, text } = await open(ROOM)
    expect([status, headers['retry-after']]).toEqual([503, '2'])
    expect(text).toContain('cannot be shown right now')
  })

  it('accepts GET and HEAD only [H5.9]', async () => {
    shows({ state: 'OPEN', locale: 'en', expected })
    expect(await open(ROOM, {}, 'HEAD')).toMatchObject({ status: 200, text: '' })
    expect(await open(ROOM, {}, 'POST')).toMatchObject({ status: 405, headers: { allow: 'GET, HEAD' } })
  })

  it('has a rate limit by address [H5.9]', async () => {
    const own = await startTestGateway({ env: { RATE_LIMIT_FACTOR: String(1 / 60) } })
    own.participants.respondWith({ status: 400, body: { code: 'INVALID_REQUEST' } })
    expect((await own.call(ROOM)).status).toBe(404)
    expect((await own.call(ROOM)).status).toBe(429)
    expect(own.arrivals()).toHaveLength(1)
    await own.stop()
  })
})

describe('/pages', () => {
  it('responds 304 to a browser with a current copy', async () => {
    const first = await open('/pages/style.css')
    expect(first.headers['cache-control']).toBe('no-cache')
    const again = await open('/pages/style.css', { 'if-none-match': String(first.headers.etag) })
    expect(again.status).toBe(304)
    expect(again.text).toBe('')
  })

  it.each(['tsconfig.json', 'shell.ts', '..%2Fpages.ts', '%2e%2e/pages.ts', 'missing.js', ''])(
    'does not serve %j',
    async (name) => {
      expect((await open(`/pages/${name}`)).status).toBe(404)
    },
  )
})

it('the pages are served below the path of PUBLIC_URL', async () => {
  const own = await startTestGateway({ env: { PUBLIC_URL: 'https://service.example/appointments/' } })
  const { text } = await own.call(`/manage/${TICKET}`)
  expect(text).toContain('src="/appointments/pages/manage.js"')
  expect(text).toContain('href="/appointments/pages/style.css"')
  await own.stop()
})
