import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startDevServer } from '../dev/server.ts'

const gateway = createServer((request, response) => response.end(`${request.method} ${request.url}`))
let server: Awaited<ReturnType<typeof startDevServer>>
let url: string
beforeAll(async () => {
  await new Promise<void>((resolve) => gateway.listen(0, '127.0.0.1', resolve))
  const gatewayUrl = `http://127.0.0.1:${(gateway.address() as AddressInfo).port}`
  server = await startDevServer({ gatewayUrl, port: 0 })
  url = server.resolvedUrls!.local[0]!.replace(/\/$/, '')
})
afterAll(async () => {
  await server.close()
  gateway.close()
})

const get = (path: string, init?: RequestInit) =>
  fetch(url + path, { headers: { accept: 'text/html', 'accept-language': 'de' }, ...init })

it.each([
  '/',
  '/book/advice',
  '/manage/x',
  '/join/x',
  '/rooms/a/b',
  '/unsubscribe/x',
  '/dev/messages',
  '/manage/%zz',
])('the development server compiles the page %s', async (path) => {
  const response = await get(path)
  const text = await response.text()
  expect(response.status, text).toBe(200)
  const [, script = ''] = /<script type="module" src="(\/src\/[^"]+)"/.exec(text) ?? []
  const compiled = await get(script)
  expect(compiled.headers.get('content-type')).toContain('javascript')
  expect(await compiled.text()).not.toMatch(/^import type/m)
})

it.each([
  ['GET', '/api/v2/me'],
  ['POST', '/security/oauth/token'],
  ['POST', '/unsubscribe/x'],
  ['GET', '/brand/a/b'],
])('the development server passes on %s %s', async (method, path) => {
  expect(await (await get(path, { method, headers: { accept: '*/*' } })).text()).toBe(`${method} ${path}`)
})
