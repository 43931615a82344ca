import { afterAll, beforeAll, expect, it } from 'vitest'
import { startWeb } from './running-web.ts'

const MOST_BYTES = 45_000
const MOST_REQUESTS = 8

let web: Awaited<ReturnType<typeof startWeb>>
beforeAll(async () => {
  web = await startWeb()
})
afterAll(() => web.stop())

/** Bytes of a response on the wire; `fetch` reports decoded bodies only, but the length is that of the encoded one. */
async function load(path: string) {
  const response = await fetch(web.url + path, { headers: { 'accept-encoding': 'br' } })
  expect([response.status, response.headers.get('content-encoding')], path).toEqual([
    200,
    path === '/boot.js' ? null : 'br',
  ])
  return { bytes: Number(response.headers.get('content-length')), text: await response.text() }
}

it.each(['/', '/book/x', '/manage/x', '/join/x', '/rooms/a/b', '/unsubscribe/x'])(
  '%s has at most 45 kB with scripts, styles and one language',
  async (path) => {
    const { bytes, text } = await load(path)
    const files = [...text.matchAll(/(?:src|href)="(\/[^"]+)"/g)].map(([, file = '']) => file)
    const loaded = await Promise.all(files.map(load))
    const total = loaded.reduce((sum, file) => sum + file.bytes, bytes)
    expect(total).toBeLessThanOrEqual(MOST_BYTES)
    expect(files.length + 1).toBeLessThanOrEqual(MOST_REQUESTS)
  },
)

it('/embed.js has at most 2 kB', async () => {
  expect((await load('/embed.js')).bytes).toBeLessThanOrEqual(2000)
})
