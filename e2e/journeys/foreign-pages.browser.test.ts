import { Temporal } from 'temporal-polyfill'
import express from 'express'
import { listen } from '@appointments/http'
import { startSmtpServer, type SmtpFake } from '@appointments/testing'
import { startBrowser, type Browser, type BrowserContext, type Page } from '@appointments/testing/browser'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { watchDatabases, type Databases } from '../src/databases.ts'
import { startServices, type Services } from '../src/start-services.ts'
import { createBookingSite, type BookingSite } from './support/booking-site.ts'
import { codeIn, mailTo } from './support/customer-mail.ts'
import { sendRaw } from './support/raw-request.ts'

const ZONE = 'Europe/Berlin'
const WAIT_MS = 10_000
const tomorrow = Temporal.Now.plainDateISO(ZONE).add({ days: 1 })
const start = tomorrow.toZonedDateTime({ timeZone: ZONE, plainTime: '10:00' }).toInstant().toString()

/** A web site with an origin of its own. Its page at `/{application}` shows the booking page of that application. */
async function startSite(gatewayUrl: () => string) {
  const app = express()
  app.get('/', (_request, response) => response.send('<!doctype html><html lang="en"><title>A site</title>'))
  app.get('/:application', ({ params }, response) =>
    response.send(`<!doctype html><html lang="en"><title>A site</title>
      <iframe title="Booking" src="${gatewayUrl()}/book/${params.application}?embed=1"></iframe>`),
  )
  return listen(app, { port: 0, host: '127.0.0.1' })
}
type Site = Awaited<ReturnType<typeof startSite>>

let smtp: SmtpFake
let system: Services
let databases: Databases
let browser: Browser
let allowed: Site
let foreign: Site
let bank: BookingSite
let insurer: BookingSite
beforeAll(async () => {
  smtp = await startSmtpServer()
  allowed = await startSite(() => system.gatewayUrl)
  foreign = await startSite(() => system.gatewayUrl)
  system = await startServices({
    as: 'functions',
    web: {},
    env: { SMTP_URL: smtp.url, ORIGINS_EVERY_MS: '100', RATE_LIMIT_FACTOR: '10' },
  })
  bank = await createBookingSite(system, { presentation: { allowedOrigins: [originOf(allowed)] } })
  insurer = await createBookingSite(system)
  databases = await watchDatabases(system)
  browser = await startBrowser()
  await vi.waitFor(async () => {
    expect(await preflight(originOf(allowed))).toHaveProperty('access-control-allow-origin')
  }, WAIT_MS)
})
afterAll(async () => {
  await browser.close()
  await databases.close()
  await system.close()
  await Promise.all([smtp.stop(), allowed.stop(), foreign.stop()])
})

let context: BrowserContext
beforeEach(async () => {
  context = await browser.newContext({ locale: 'en-GB', timezoneId: ZONE })
  context.setDefaultTimeout(WAIT_MS)
})
afterEach(() => context.close())

const originOf = ({ url }: Site) => new URL(url).origin

const preflight = async (origin: string, path = '/api/v2/appointments/basic') => {
  const headers = { origin, 'access-control-request-method': 'POST' }
  return (await sendRaw(system.gatewayUrl, { method: 'OPTIONS', path, headers })).headers
}

interface Request {
  method: string
  path: string
  headers?: Record<string, string>
  body?: unknown
}

/** The requests with which a page books, in their order. */
const requests = ({ id: applicationId }: BookingSite, to: string) => {
  const query = (more: Record<string, string>) =>
    new URLSearchParams({ applicationId, serviceTypeId: 'advice', ...more }).toString()
  const window = { from: tomorrow.toString(), to: tomorrow.add({ days: 1 }).toString() }
  const time = { applicationId, serviceTypeId: 'advice', start }
  return {
    services: { method: 'GET', path: `/api/v2/availability/service-types?applicationId=${applicationId}` },
    days: { method: 'GET', path: `/api/v2/availability/days?${query(window)}` },
    next: { method: 'GET', path: `/api/v2/availability/next?${query({})}` },
    slots: { method: 'GET', path: `/api/v2/availability/slots?${query(window)}` },
    hold: { method: 'POST', path: '/api/v2/availability/holds', body: time },
    code: { method: 'POST', path: '/security/otp', body: { applicationId, channel: 'EMAIL', to } },
    booking: (verificationId: string, code: string, holdId?: string) => ({
      method: 'POST',
      path: '/api/v2/appointments/basic',
      headers: {
        authorization: `Basic ${Buffer.from(`${verificationId}:${code}`).toString('base64')}`,
        'idempotency-key': `${verificationId}-1`,
      },
      body: {
        ...time,
        customers: [{ name: { firstName: 'Ada' }, contact: { primaryEmail: to } }],
        ...(holdId !== undefined && { holdId }),
      },
    }),
  }
}

interface Seen {
  status: number
  body: Record<string, unknown>
  etag: string | null
}

/** Sends a request by a script of a page; undefined if the browser does not let the script read the response. */
const fetchIn = (page: Page, { method, path, headers, body }: Request): Promise<Seen | undefined> =>
  page.evaluate(
    async ([url, init]) => {
      try {
        const response = await fetch(url, init)
        return {
          status: response.status,
          body: (await response.json()) as Record<string, unknown>,
          etag: response.headers.get('etag'),
        }
      } catch {
        return undefined
      }
    },
    [
      system.gatewayUrl + path,
      {
        method,
        headers: { ...(body !== undefined && { 'content-type': 'application/json' }), ...headers },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      },
    ] as const,
  )

const open = async (site: Site, path = '/') => {
  const page = await context.newPage()
  await page.goto(new URL(path, site.url).href)
  return page
}
const codeFor = async (to: string) => codeIn((await mailTo(smtp, to)).text)

it('a page of an allowed origin books through the API', async () => {
  const to = 'ada@foreign-pages.example'
  const page = await open(allowed)
  const { services, days, next, slots, hold, code, booking } = requests(bank, to)
  for (const read of [services, days, next]) expect((await fetchIn(page, read))?.status).toBe(200)
  const offered = (await fetchIn(page, slots))!.body as { slots: { start: string }[] }
  expect(offered.slots.map((slot) => slot.start)).toContain(start)
  const held = await fetchIn(page, hold)
  expect(held?.status).toBe(201)
  const issued = await fetchIn(page, code)
  expect(issued?.status).toBe(202)
  const booked = await fetchIn(
    page,
    booking(String(issued!.body.id), await codeFor(to), String(held!.body.id)),
  )
  expect(booked).toMatchObject({
    status: 200,
    body: { start },
    etag: expect.stringMatching(/^"\d+"$/) as string,
  })
  expect(await bank.starts()).toEqual([start])
})

it('a page of another origin cannot book, whatever it sends', async () => {
  const to = 'eve@foreign-pages.example'
  const { booking, ...others } = requests(bank, to)
  // a code that was requested elsewhere does not help
  const elsewhere = await sendRaw(system.gatewayUrl, {
    method: 'POST',
    path: others.code.path,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(others.code.body),
  })
  const { id } = JSON.parse(elsewhere.text) as { id: string }
  const all: Request[] = [...Object.values(others), booking(id, await codeFor(to))]
  await databases.untilQuiet()
  const before = await databases.counts()
  const mails = smtp.messages().length
  const page = await open(foreign)
  for (const one of all) {
    expect(await fetchIn(page, one), one.path).toBeUndefined()
    // as a browser sends it if it has the response to an earlier preflight request in its cache
    const { status, text, headers } = await sendRaw(system.gatewayUrl, {
      method: one.method,
      path: one.path,
      headers: { origin: originOf(foreign), 'content-type': 'application/json', ...one.headers },
      ...(one.body !== undefined && { body: JSON.stringify(one.body) }),
    })
    expect([one.path, status, (JSON.parse(text) as { code: string }).code]).toEqual([
      one.path,
      403,
      'ORIGIN_NOT_ALLOWED',
    ])
    expect(headers).not.toHaveProperty('access-control-allow-origin')
    expect(headers.vary).toMatch(/\borigin\b/i)
  }
  expect(await databases.counts()).toEqual(before)
  expect(smtp.messages()).toHaveLength(mails)
  expect(await preflight(originOf(foreign))).not.toHaveProperty('access-control-allow-origin')
})

it('a page that one application allows can read why another application rejects it', async () => {
  const page = await open(allowed)
  const { slots, code } = requests(insurer, 'ada@foreign-pages.example')
  for (const one of [slots, code])
    expect(await fetchIn(page, one)).toMatchObject({ status: 403, body: { code: 'ORIGIN_NOT_ALLOWED' } })
})

it('a page shows the booking page in a frame if the application allows its origin', async () => {
  const heading = (page: Page) => page.frameLocator('iframe').getByRole('heading', { level: 1 })
  const shown = await open(allowed, `/${bank.id}`)
  await heading(shown).waitFor()
  for (const [site, application] of [
    [foreign, bank],
    [allowed, insurer],
  ] as const) {
    const page = await context.newPage()
    const blocked = page.waitForEvent('console', (message) => message.text().includes('frame-ancestors'))
    await page.goto(new URL(`/${application.id}`, site.url).href)
    await blocked
    expect(await heading(page).count()).toBe(0)
  }
})

it('an origin that is removed from the list can neither call the API nor show the booking page', async () => {
  await bank.machine('PATCH', `/api/v2/applications/${bank.id}/presentation`, { allowedOrigins: null })
  await expect.poll(() => preflight(originOf(allowed))).not.toHaveProperty('access-control-allow-origin')
  const page = await open(allowed)
  expect(await fetchIn(page, requests(bank, 'ada@foreign-pages.example').slots)).toBeUndefined()
  const policy = (await sendRaw(system.gatewayUrl, { method: 'GET', path: `/book/${bank.id}` })).headers
  expect(policy).toMatchObject({
    'content-security-policy': expect.stringContaining("frame-ancestors 'none'") as string,
    'x-frame-options': 'DENY',
  })
})
