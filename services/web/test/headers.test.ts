import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startWeb } from './running-web.ts'

const PATHS = {
  start: '/',
  book: '/book/bank',
  'book a service': '/book/bank/advice',
  manage: '/manage/ticket-1',
  join: '/join/ticket-1',
  room: '/rooms/a-1/name',
  unsubscribe: '/unsubscribe/ticket-1',
  desk: '/desk',
  'view of the desk': '/desk/appointments',
  'appointment in the desk': '/desk/appointments/ticket-1',
  messages: '/dev/messages',
}

let web: Awaited<ReturnType<typeof startWeb>>
beforeAll(async () => {
  web = await startWeb({ DEV_VIEWER: 'true', DESK_ISSUER: 'https://login.example.com/realm' })
})
afterAll(() => web.stop())

const open = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
  fetch(web.url + path, { method, headers, redirect: 'manual' })

describe.each(Object.entries(PATHS))('the page %s', (name, path) => {
  it('has the headers of every page', async () => {
    const { status, headers } = await open(path)
    expect(status).toBe(200)
    const {
      date: _,
      'content-length': __,
      connection: ___,
      'keep-alive': ____,
      etag,
      ...sent
    } = Object.fromEntries(headers)
    expect(etag).toMatch(/^"[\w-]{43}"$/)
    const policy = [
      "default-src 'none'",
      "script-src 'self'",
      "style-src 'self'",
      "img-src 'self' data:",
      name.includes('desk') ? "connect-src 'self' https://login.example.com" : "connect-src 'self'",
      "media-src 'self' blob:",
      "base-uri 'none'",
      "form-action 'self'",
      "require-trusted-types-for 'script'",
      "trusted-types 'none'",
      // the gateway adds the origins that the application allows
      ...(name.startsWith('book') ? [] : ["frame-ancestors 'none'"]),
      ...(name === 'messages' || name.includes('desk') ? ["frame-src 'self'"] : []),
    ]
    const devices = name === 'join' || name.startsWith('room') ? '(self)' : '()'
    expect(sent).toEqual({
      'cache-control': 'no-cache',
      'content-encoding': 'gzip',
      'content-language': 'en',
      'content-security-policy': policy.join('; '),
      'content-type': 'text/html; charset=utf-8',
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-resource-policy': 'same-origin',
      'permissions-policy': expect.stringContaining(`camera=${devices}, microphone=${devices}, `) as string,
      'referrer-policy': 'no-referrer',
      vary: 'Accept-Language, Accept-Encoding',
      'x-content-type-options': 'nosniff',
      'x-robots-tag': 'noindex, nofollow, noarchive',
    })
  })

  it('is not sent again if the browser has a current copy', async () => {
    const etag = (await open(path)).headers.get('etag') ?? ''
    const again = await open(path, { 'if-none-match': etag, 'cache-control': 'max-age=0' })
    expect([again.status, await again.text()]).toEqual([304, ''])
  })

  it('can only be read', async () => {
    const { status, headers } = await open(path, {}, 'POST')
    expect([status, headers.get('allow')]).toEqual([405, 'GET, HEAD'])
    expect((await open(path, {}, 'HEAD')).status).toBe(200)
  })

  it('is the same for every ticket, and loads only its own files', async () => {
    const text = await (await open(path)).text()
    expect(await (await open(path.replace('ticket-1', '%3Cscript%3E') + '?ticket-1')).text()).toBe(text)
    expect(text).not.toMatch(
      /%ROOT%|%VIEWER%|%DEMO%|%DESK%|https?:|<script(?! src=| type="module" src=)|style="|<style| on\w+=/,
    )
    for (const [, file = ''] of text.matchAll(/(?:src|href)="(\/[^"]+)"/g)) {
      const response = await open(file)
      expect(response.status, file).toBe(200)
      const isBoot = file === '/boot.js'
      expect(response.headers.get('cache-control')).toBe(
        isBoot ? 'no-cache' : 'public,max-age=31536000,immutable',
      )
      for (const header of ['content-security-policy', 'referrer-policy', 'x-content-type-options'])
        expect(response.headers.get(header), header).not.toBeNull()
      const stored = (await response.text()).match(/eval\(|localStorage|sessionStorage/g) ?? []
      // the way from the join or manage page to the test room; on the desk, the sign-in and the last chosen application
      const isDesk = name.includes('desk')
      const mayStore = isDesk || name === 'join' || name === 'manage' || name.startsWith('room')
      const isAllowed = (one: string) =>
        (mayStore && one === 'sessionStorage') || (isDesk && one === 'localStorage')
      expect(stored.filter((one) => !isAllowed(one))).toEqual([])
    }
  })
})

it('lets other sites load embed.js, and browsers check each time whether their copy is current', async () => {
  const { status, headers } = await open('/embed.js')
  expect(status).toBe(200)
  expect(headers.get('cross-origin-resource-policy')).toBe('cross-origin')
  expect([headers.get('content-type'), headers.get('cache-control')]).toEqual([
    'text/javascript; charset=utf-8',
    'no-cache',
  ])
  const again = await open('/embed.js', {
    'if-none-match': headers.get('etag') ?? '',
    'cache-control': 'max-age=0',
  })
  expect(again.status).toBe(304)
})

describe('the language of a page', () => {
  it.each([
    ['de-AT,de;q=0.9,en;q=0.5', 'de', 'Ihr Termin'],
    ['fr', 'fr', 'Votre rendez-vous'],
    ['es,fr;q=0.4,en;q=0.2', 'fr', 'Votre rendez-vous'],
    ['ja', 'en', 'Your appointment'],
    ['*', 'en', 'Your appointment'],
    ['"><script>', 'en', 'Your appointment'],
  ])('for Accept-Language %s is %s', async (accepted, language, title) => {
    const response = await open('/manage/x', { 'accept-language': accepted })
    const text = await response.text()
    expect([response.headers.get('content-language'), /<html lang="(\w+)"/.exec(text)?.[1]]).toEqual([
      language,
      language,
    ])
    expect(text).toContain(`<title>${title}</title>`)
    // only the script knows whether there is a room
    expect(text).not.toMatch(/video|visio/i)
  })
})

it.each(['/manage/%E0%A4%A', '/book/%zz', '/book/bank/%', '/rooms/%FF/b', '/unsubscribe/%', '/desk/%zz/%'])(
  '%s, which cannot be decoded, is a page in the language of the reader',
  async (path) => {
    const { status, headers } = await open(path, { 'accept-language': 'fr' })
    expect([status, headers.get('content-language')]).toEqual([200, 'fr'])
    expect((await open(path, {}, 'POST')).status).toBe(405)
  },
)

it('an unknown path has no page, whether it can be decoded or not', async () => {
  for (const path of ['/other', '/%zz', '/assets/%zz', '/manage/%zz/b'])
    expect((await open(path)).status, path).toBe(404)
})

describe('settings', () => {
  it('serve pages below the path of PUBLIC_URL', async () => {
    const own = await startWeb({ PUBLIC_URL: 'https://service.example/appointments/' })
    const text = await (await fetch(`${own.url}/manage/x`)).text()
    expect(text).toContain('data-root="/appointments"')
    expect(text).toContain('src="/appointments/boot.js"')
    expect(text).toContain('src="/appointments/assets/')
    await own.stop()
  })

  it('leave pages out, and redirect the start page', async () => {
    const own = await startWeb({ WEB_PAGES: 'manage, join', WEB_HOME_URL: 'https://example.com/' })
    const get = (path: string) => fetch(own.url + path, { redirect: 'manual' })
    for (const [path, status] of [
      ['/manage/x', 200],
      ['/rooms/a/b', 404],
      ['/unsubscribe/x', 404],
      ['/dev/messages', 404],
    ] as const)
      expect((await get(path)).status, path).toBe(status)
    const start = await get('/')
    expect([start.status, start.headers.get('location')]).toEqual([302, 'https://example.com/'])
    await own.stop()
  })

  it('do not serve other files of the build', async () => {
    for (const path of [
      '/pages/manage.en.html',
      '/assets/..%2fboot.js',
      '/assets/%2e%2e/pages/manage.en.html',
      '/assets/',
      '/package.json',
    ])
      expect((await open(path)).status, path).toBe(404)
  })
})
