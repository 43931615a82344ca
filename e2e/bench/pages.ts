// How fast pages are on a slow phone: `npm run bench:pages`. It starts a local system, or measures the one at PAGES_URL.
// The times depend on this machine; no test asserts them.
import { spawn } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { startBrowser, type Browser, type Page } from '@appointments/testing/browser'
import { freePort } from '@appointments/testing/free-port'
import jwt from 'jsonwebtoken'
import { REPOSITORY } from '../src/repository.ts'
import { median } from './report.ts'

const ROUNDS = 5
/** A slow mobile network, and a processor that is a quarter as fast as this one. */
const NETWORK = { offline: false, latency: 150, downloadThroughput: 200_000, uploadThroughput: 93_750 }
const SLOWER = 4

interface Measured {
  paint: number
  content: number
  bytes: number
  requests: number
}

interface Visit {
  path: string
  /** Steps from the loaded page to the content that counts. */
  until: (page: Page) => Promise<void>
}

const freeDay = (page: Page) =>
  page
    .getByRole('button', { name: /, \d+ free times?$/ })
    .first()
    .waitFor()

async function measure(browser: Browser, url: string, { path: at, until }: Visit): Promise<Measured> {
  const context = await browser.newContext({ viewport: { width: 360, height: 740 }, locale: 'en-GB' })
  const page = await context.newPage()
  const session = await context.newCDPSession(page)
  let [bytes, requests] = [0, 0]
  session.on('Network.loadingFinished', ({ encodedDataLength }) => {
    bytes += encodedDataLength
    requests += 1
  })
  await session.send('Network.enable')
  await session.send('Network.emulateNetworkConditions', NETWORK)
  await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWER })
  await page.goto(url + at, { waitUntil: 'commit' })
  await until(page)
  const { result } = await session.send('Runtime.evaluate', {
    expression: `({ paint: performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0, content: performance.now() })`,
    returnByValue: true,
  })
  await context.close()
  return { ...(result.value as Pick<Measured, 'paint' | 'content'>), bytes, requests }
}

/** Starts the local system with data of its own. */
async function startLocal() {
  const directory = await mkdtemp(path.join(tmpdir(), 'bench-pages-'))
  const port = await freePort()
  const child = spawn(process.execPath, [path.join(REPOSITORY, 'deploy/local/dist/main.js')], {
    env: { PATH: process.env.PATH, HOME: process.env.HOME, DATA_DIRECTORY: directory, PORT: String(port) },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  process.once('exit', () => child.kill('SIGKILL'))
  for await (const line of createInterface(child.stdout)) if (line.startsWith('Ctrl-C')) break
  const secrets = JSON.parse(await readFile(path.join(directory, 'secrets.json'), 'utf8')) as {
    JWT_SECRET: string
  }
  return {
    url: `http://127.0.0.1:${port}`,
    secret: secrets.JWT_SECRET,
    async stop() {
      const ended = new Promise((resolve) => child.once('exit', resolve))
      child.kill('SIGTERM')
      await ended
      await rm(directory, { recursive: true, force: true })
    },
  }
}

/** Books an appointment of the demo, and returns the path of the link in its mail. */
async function manageLink(url: string, secret: string): Promise<string> {
  const token = jwt.sign({ roles: ['ROLE_CLIENT_SERVICE'] }, secret, { expiresIn: '1h' })
  const primaryEmail = 'bench@example.com'
  const offer = { applicationId: 'advice', serviceTypeId: 'first-conversation' }
  const query = new URLSearchParams({ ...offer, limit: '1' })
  const next = await fetch(`${url}/api/v2/availability/next?${query.toString()}`)
  const { slots } = (await next.json()) as { slots: { start: string }[] }
  const response = await fetch(`${url}/api/v2/appointments`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({
      ...offer,
      start: slots[0]?.start,
      customers: [{ contact: { primaryEmail } }],
    }),
  })
  if (!response.ok) throw new Error(await response.text())
  for (;;) {
    const messages = await (
      await fetch(`${url}/dev/messages`, { headers: { accept: 'application/json' } })
    ).text()
    const found = /\/manage\/[\w-]+/.exec(messages)
    if (found) return found[0]
  }
}

const local = process.env.PAGES_URL === undefined ? await startLocal() : undefined
const url = process.env.PAGES_URL ?? local!.url
const visits: Record<string, Visit> = {
  'start, first heading': { path: '/', until: (page) => page.getByRole('heading').first().waitFor() },
  'book, free times on screen': { path: '/book/advice/first-conversation', until: freeDay },
  ...(local && {
    'manage, appointment on screen': {
      path: await manageLink(url, local.secret),
      until: (page: Page) => page.getByRole('heading', { level: 1 }).waitFor(),
    },
  }),
}
const browser = await startBrowser()
console.log(
  `Median of ${ROUNDS} visits at 1.6 Mbit/s, 150 ms, a ${SLOWER}th of the processor, nothing cached`,
)
for (const [name, visit] of Object.entries(visits)) {
  const all: Measured[] = []
  for (let round = 0; round < ROUNDS; round++) all.push(await measure(browser, url, visit))
  const of = (key: keyof Measured) => Math.round(median(all.map((one) => one[key])))
  console.log(
    `${name.padEnd(32)} first paint ${of('paint')} ms, content ${of('content')} ms, ${of('requests')} requests, ${of('bytes')} bytes`,
  )
}
await browser.close()
await local?.stop()
