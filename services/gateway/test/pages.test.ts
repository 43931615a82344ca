import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { startTestGateway, type TestGateway } from './support/gateway.ts'

const TICKET = 'k7Qm2xV9pR4t-ticket-of-nobody'

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
  it('is a page that nobody keeps, finds, frames or learns the ticket from', async () => {
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

  it('shows nothing of the ticket, and is the same for every one', async () => {
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

  it.each(['GET', 'HEAD'])('changes nothing and asks nobody when it is opened by %s', async (method) => {
    const { status, headers } = await open(`/${page}/${TICKET}`, {}, method)
    expect(status).toBe(200)
    expect(headers).not.toHaveProperty('set-cookie')
    expect(gateway.arrivals()).toEqual([])
    expect(gateway.published).toEqual([])
  })

  it.each(['POST', 'PUT', 'DELETE'])('takes no %s', async (method) => {
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
  ])('for %s is in %s', async (accepted, language) => {
    const { text, headers } = await open(`/${page}/${TICKET}`, { 'accept-language': accepted })
    expect(languageOf(text)).toBe(language)
    expect(headers['content-language']).toBe(language)
  })

  it('is 404 without a ticket, or with more than one', async () => {
    expect((await open(`/${page}`)).status).toBe(404)
    expect((await open(`/${page}/a/b`)).status).toBe(404)
  })

  it('loads its own files and nothing else', async () => {
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

describe('/pages', () => {
  it('tells a browser that its copy is still good', async () => {
    const first = await open('/pages/style.css')
    expect(first.headers['cache-control']).toBe('no-cache')
    const again = await open('/pages/style.css', { 'if-none-match': String(first.headers.etag) })
    expect(again.status).toBe(304)
    expect(again.text).toBe('')
  })

  it.each(['tsconfig.json', 'shell.ts', '..%2Fpages.ts', '%2e%2e/pages.ts', 'missing.js', ''])(
    'has no %s',
    async (name) => {
      expect((await open(`/pages/${name}`)).status).toBe(404)
    },
  )
})

it('the pages stand below the path that PUBLIC_URL has', async () => {
  const own = await startTestGateway({ env: { PUBLIC_URL: 'https://service.example/appointments/' } })
  const { text } = await own.call(`/manage/${TICKET}`)
  expect(text).toContain('src="/appointments/pages/manage.js"')
  expect(text).toContain('href="/appointments/pages/style.css"')
  await own.stop()
})
