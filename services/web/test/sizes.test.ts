import { afterAll, beforeAll, expect, it } from 'vitest'
import { startWeb } from './running-web.ts'

const MOST_BYTES = 45_000
const MOST_REQUESTS = 8

let web: Awaited<ReturnType<typeof startWeb>>
beforeAll(async () => {
  web = await startWeb()
})
afterAll(() => web.stop())

/** Size of a response on the wire. `fetch` decodes bodies, but the content-length is that of the encoded body. */
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

const MOST_DESK_BYTES = 130_000
const MOST_SECTION_BYTES = 40_000
const isScript = (file: string) => file.endsWith('.js')

/** The files that a script imports when it is loaded, and those that it may load later. */
const importsIn = (text: string) => {
  const names = (pattern: RegExp) => [...text.matchAll(pattern)].map(([, name = '']) => `/assets/${name}`)
  return {
    atOnce: names(/(?:from|import)\s*["'`]\.\/([\w.-]+\.js)["'`]/g),
    later: names(/import\(\s*["'`]\.\/([\w.-]+\.js)["'`]\s*\)/g),
  }
}

it('/desk has at most 130 kB, and each further section at most 40 kB', async () => {
  const { bytes, text } = await load('/desk')
  const files = [...text.matchAll(/(?:src|href)="(\/[^"]+)"/g)].map(([, file = '']) => file)
  const loaded = new Map(await Promise.all(files.map(async (file) => [file, await load(file)] as const)))
  const weight = (all: Iterable<{ bytes: number }>) => [...all].reduce((sum, file) => sum + file.bytes, 0)
  expect(weight(loaded.values()) + bytes).toBeLessThanOrEqual(MOST_DESK_BYTES)

  const entry = [...loaded]
    .filter(([file]) => isScript(file))
    .flatMap(([, file]) => importsIn(file.text).later)
  const sections = entry.filter((file) => file.includes('-view-'))
  expect(sections.length).toBeGreaterThanOrEqual(4)
  for (const section of sections) {
    const own = new Map<string, { bytes: number }>()
    const add = async (file: string): Promise<void> => {
      if (own.has(file) || loaded.has(file)) return
      const content = await load(file)
      own.set(file, content)
      for (const one of importsIn(content.text).atOnce) await add(one)
    }
    await add(section)
    expect(weight(own.values()), section).toBeLessThanOrEqual(MOST_SECTION_BYTES)
  }
})

it('/embed.js has at most 2 kB', async () => {
  expect((await load('/embed.js')).bytes).toBeLessThanOrEqual(2000)
})
