import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { startTestGateway, type TestGateway } from './support/gateway.ts'
import { startStubService } from './support/stub-service.ts'

const TICKET = 'k7Qm2xV9pR4t-unknown-ticket'

let web: Awaited<ReturnType<typeof startStubService>>
let gateway: TestGateway
beforeAll(async () => {
  web = await startStubService()
  gateway = await startTestGateway({ env: { WEB_URL: web.url, DEV_VIEWER: 'true' } })
})
afterAll(async () => {
  await gateway.stop()
  await web.stop()
})
beforeEach(() => {
  gateway.reset()
  web.reset()
})

const open = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
  gateway.call(path, { method, headers })

const PAGES = ['/', `/manage/${TICKET}`, `/join/${TICKET}`, '/rooms/a/b', `/unsubscribe/${TICKET}`]
const FILES = ['/assets/manage-abc.js', '/boot.js']

describe('pages', () => {
  it.each([...PAGES, ...FILES])('passes %s on to the web service, and calls no other', async (path) => {
    web.respondWith({ status: 200, body: {}, headers: { 'content-security-policy': 'of web', etag: '"1"' } })
    for (const method of ['GET', 'HEAD']) {
      const { status, headers } = await open(path, { 'accept-language': 'fr' }, method)
      expect(status).toBe(200)
      expect(headers).toMatchObject({
        'content-security-policy': 'of web',
        etag: '"1"',
        'x-frame-options': 'DENY',
        'x-content-type-options': 'nosniff',
      })
      expect(headers).not.toHaveProperty('set-cookie')
    }
    expect(web.arrivals).toMatchObject([
      { method: 'GET', url: path, headers: { 'accept-language': 'fr' } },
      { method: 'HEAD', url: path },
    ])
    expect(gateway.arrivals()).toEqual([])
    expect(gateway.published).toEqual([])
  })

  it.each(['POST', 'PUT', 'DELETE'])('rejects %s with 405', async (method) => {
    for (const path of PAGES.filter((one) => !one.startsWith('/unsubscribe'))) {
      const { status, headers } = await open(path, {}, method)
      expect([status, headers.allow], path).toEqual([405, 'GET, HEAD'])
    }
    expect(web.arrivals).toEqual([])
    expect(gateway.arrivals()).toEqual([])
  })

  it('is 404 without a ticket or with a further segment', async () => {
    for (const path of [
      '/manage',
      '/manage/',
      '/manage/a/b',
      '/join',
      '/rooms/a',
      '/rooms/a/b/c',
      '/assets/',
      '/pages/x.js',
    ])
      expect((await open(path)).status, path).toBe(404)
    expect(web.arrivals).toEqual([])
  })

  it('passes on requests for pages at addresses with a broken escape, with the address as it was sent', async () => {
    const broken = ['/manage/%E0%A4%A', '/book/%zz', '/book/bank/%', '/rooms/%FF/b', '/desk/%zz?day=%zz']
    for (const path of broken) expect((await open(path)).status, path).toBe(200)
    expect(web.arrivals.map(({ url }) => url)).toEqual(broken)
    expect((await open('/manage/%zz', {}, 'PUT')).status).toBe(405)
    for (const path of ['/api/v2/appointments/%zz', '/brand/%zz/logo'])
      expect((await open(path)).json, path).toMatchObject({ code: 'VALIDATION_FAILED' })
    expect(web.arrivals).toHaveLength(broken.length)
    expect(gateway.arrivals()).toEqual([])
  })

  it('sends the form of the unsubscribe page to the notifications service', async () => {
    const form = { 'content-type': 'application/x-www-form-urlencoded' }
    await gateway.call(`/unsubscribe/${TICKET}`, {
      method: 'POST',
      headers: form,
      body: 'wanted=unsubscribe',
    })
    expect(gateway.notifications.arrivals).toMatchObject([{ method: 'POST', url: `/unsubscribe/${TICKET}` }])
    expect(web.arrivals).toEqual([])
  })

  it('passes the message viewer on to web, and its data on to notifications', async () => {
    await open('/dev/messages', { accept: 'text/html,*/*;q=0.8' })
    expect(web.arrivals).toMatchObject([{ url: '/dev/messages' }])
    expect(gateway.arrivals()).toEqual([])
    for (const accept of ['application/json', '*/*']) await open('/dev/messages', { accept })
    await open('/dev/messages/m-1/html', { accept: 'text/html' })
    expect(gateway.notifications.arrivals.map(({ url }) => url)).toEqual([
      '/dev/messages',
      '/dev/messages',
      '/dev/messages/m-1/html',
    ])
    expect(web.arrivals).toHaveLength(1)
  })

  it('are 404 in a system without the web service', async () => {
    const own = await startTestGateway()
    for (const path of [...PAGES, ...FILES, '/dev/messages'])
      for (const method of ['GET', 'PUT'])
        if (method === 'GET' || !path.startsWith('/unsubscribe'))
          expect((await own.call(path, { method })).status, `${method} ${path}`).toBe(404)
    await own.stop()
  })
})

describe('/api/v2/rooms/{id}/{room}', () => {
  const ROOM = '/api/v2/rooms/appointment-1/a-name-that-cannot-be-guessed'
  const expected = {
    ...{ start: '2027-01-12T09:00:00Z', end: '2027-01-12T09:30:00Z', timezone: 'Europe/Berlin' },
    ...{ company: 'Savings & Loan', customers: ['Ada', '<b>Bob</b>'], unnamedCustomers: 1, agents: 2 },
  }
  const shows = (body: object, status = 200) => gateway.participants.respondWith({ status, body })

  it('says who is expected and when, without authentication [H5.9]', async () => {
    shows({ state: 'OPEN', locale: 'en-GB', expected })
    const response = await open(ROOM)
    expect(response.status).toBe(200)
    expect(response.json).toEqual({ state: 'OPEN', locale: 'en-GB', expected })
    expect(response.headers).toMatchObject({ 'cache-control': 'no-store', 'x-frame-options': 'DENY' })
    expect(gateway.arrivals()).toMatchObject([{ url: ROOM }])
  })

  it('accepts GET and HEAD only [H5.9]', async () => {
    shows({ state: 'OPEN', locale: 'en', expected })
    expect(await open(ROOM, {}, 'HEAD')).toMatchObject({ status: 200, text: '' })
    expect(await open(ROOM, {}, 'POST')).toMatchObject({ status: 405, headers: { allow: 'GET, HEAD' } })
  })

  it('has a rate limit by address [H5.9]', async () => {
    const own = await startTestGateway({ env: { RATE_LIMIT_FACTOR: String(1 / 60) } })
    expect((await own.call(ROOM)).status).toBe(200)
    expect((await own.call(ROOM)).status).toBe(429)
    expect(own.arrivals()).toHaveLength(1)
    await own.stop()
  })
})
