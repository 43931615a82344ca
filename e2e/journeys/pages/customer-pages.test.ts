import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import {
  daysAhead,
  startSmtpServer,
  startTwilio,
  type SmtpFake,
  type TwilioFake,
} from '@appointments/testing'
import {
  faultsOf,
  startBrowser,
  type Browser,
  type BrowserContext,
  type Page,
} from '@appointments/testing/browser'
import { silentLog } from '@appointments/runtime'
import { config as webConfig, createWeb } from '@appointments/web-service'
import { client } from '../../src/client.ts'
import { watchDatabases, type Databases } from '../../src/databases.ts'
import { done } from '../../src/done.ts'
import { sendingTo, TWILIO_ACCOUNT } from '../../src/providers.ts'
import { customersIn, type Appointment, type Participant } from '../../src/response-bodies.ts'
import { startServices, type Services } from '../../src/start-services.ts'
import { tokenFor } from '../../src/tokens.ts'
import { mailTo } from '../support/customer-mail.ts'

const V2 = '/api/v2/appointments'
const WAIT_MS = 10_000

let smtp: SmtpFake
let twilio: TwilioFake
let web: Awaited<ReturnType<typeof createWeb>>
let system: Services
let databases: Databases
let browser: Browser
beforeAll(async () => {
  smtp = await startSmtpServer()
  twilio = await startTwilio(TWILIO_ACCOUNT)
  web = await createWeb(webConfig.parse({ PORT: '0', DEV_VIEWER: 'true' }), { log: silentLog })
  // pages meet the API of one gateway, so the services need no processes of their own
  system = await startServices({
    as: 'functions',
    env: { ...sendingTo(smtp, twilio), DEV_VIEWER: 'true', WEB_URL: web.url },
  })
  databases = await watchDatabases(system)
  browser = await startBrowser()
  const notifications = {
    active: true,
    from: { emailName: 'Harbour Bank' },
    types: { CREATE: { channels: ['EMAIL'] }, RESCHEDULE: { channels: ['EMAIL'] } },
    schedules: [{ type: 'REMINDER', offset: 'PT1H', channels: ['EMAIL'] }],
  }
  const machine = client(system.gatewayUrl, tokenFor('ROLE_CLIENT_SERVICE'))
  await done(machine('PUT', '/api/v2/applications/bank', { notifications }))
})
afterAll(async () => {
  await browser.close()
  await databases.close()
  await system.close()
  await web.stop()
  await Promise.all([smtp.stop(), twilio.stop()])
})

let context: BrowserContext
let page: Page
let faults: string[]
beforeEach(async () => {
  context = await browser.newContext({ locale: 'en-GB', timezoneId: 'Europe/Berlin' })
  context.setDefaultTimeout(WAIT_MS)
  page = await context.newPage()
  faults = faultsOf(page)
})
afterEach(async () => {
  await context.close()
  expect(faults).toEqual([])
})

const agent = () => client(system.gatewayUrl, tokenFor('ROLE_AGENT', { userId: 'agent-7' }))
const supervisor = () => client(system.gatewayUrl, tokenFor('ROLE_SUPERVISOR', { userId: 'supervisor-1' }))

let lastCustomer = 0
const newAddress = () => `customer-${++lastCustomer}@pages.example.com`

async function book(address: string, start: string): Promise<Appointment> {
  const customers = [{ name: { firstName: 'Ada' }, contact: { primaryEmail: address } }]
  const body = {
    applicationId: 'bank',
    title: 'Advice',
    start,
    duration: 'PT30M',
    timezone: 'Europe/Berlin',
    customers,
  }
  return (await done(agent()('POST', V2, body))) as Appointment
}

const read = async (id: string) => (await done(supervisor()('GET', `${V2}/${id}`))) as Appointment

/** The newest manage link that an address has got. */
async function manageLink(address: string, other?: string): Promise<string> {
  const linkIn = (text: string) => /https?:\S+\/manage\/[\w-]+/.exec(text)?.[0]
  const mail = await mailTo(smtp, address, ({ text }) => ![undefined, other].includes(linkIn(text)))
  return linkIn(mail.text)!
}

/** The link to the room that the customer of an appointment has. */
async function roomLink(booked: Appointment): Promise<string> {
  const path = `${V2}/${booked.id}/participants/${customersIn(booked)[0]!}`
  return ((await done(supervisor()('GET', path))) as Participant).ticket!.accessUrl
}

const heading = (text: string | RegExp) => page.getByRole('heading', { name: text })
const button = (name: string) => page.getByRole('button', { name })
const seesHeading = async (text: string | RegExp) => {
  await heading(text).waitFor()
}

it('a customer moves and cancels by the links of the messages', async () => {
  const address = newAddress()
  const { id } = await book(address, daysAhead(20, '09:00:00'))
  const link = await manageLink(address)
  await page.goto(link)
  await seesHeading('Advice')
  await button('Change time').click()
  await page.getByLabel('Date').fill(daysAhead(21).slice(0, 10))
  await page.getByLabel('Time', { exact: true }).fill('11:30')
  await button('Continue').click()
  await seesHeading(/^Change from .* to .*11:30\?$/)
  await button('Yes, change it').click()
  await seesHeading('Your appointment has been changed')
  expect(await page.locator(':focus').textContent()).toBe('Your appointment has been changed')
  const moved = await read(id)
  expect(moved.start.slice(0, 10)).toBe(daysAhead(21).slice(0, 10))
  expect(await page.getByText('11:30').count()).toBeGreaterThan(0)

  const after = await manageLink(address, link)
  await page.goto(after)
  await button('Cancel appointment').click()
  await page.getByLabel('Reason (optional)').fill('No longer needed')
  await button('Yes, cancel it').click()
  await seesHeading('Your appointment has been cancelled')
  expect(await read(id)).toMatchObject({ state: 'CANCELLED' })
})

it('a link that was replaced says so, and opening links changes nothing', async () => {
  const address = newAddress()
  const booked = await book(address, daysAhead(22, '09:00:00'))
  const { id } = booked
  const link = await manageLink(address)
  const before = [await read(id), await databases.events()]
  await page.goto(link)
  await seesHeading('Advice')
  await page.goto(await roomLink(booked))
  await seesHeading(/^Your appointment starts in \d+ days\.$/)
  expect([await read(id), await databases.events()]).toEqual(before)

  await page.goto(`${system.gatewayUrl}/manage/unknown`)
  await seesHeading('This link doesn’t work.')
  // the browser reports the exchange that failed
  expect(faults.splice(0).every((fault) => fault.includes('status of 400'))).toBe(true)
})

it('staff move an appointment while its page is open: nothing is cancelled until the customer has seen it', async () => {
  const address = newAddress()
  const { id } = await book(address, daysAhead(23, '09:00:00'))
  await page.goto(await manageLink(address))
  await seesHeading('Advice')
  await done(supervisor()('PUT', `${V2}/reschedule`, { id, start: daysAhead(24, '10:00:00') }))
  await button('Cancel appointment').click()
  await button('Yes, cancel it').click()
  await page
    .getByRole('heading', { name: /^(This appointment has just been changed|This link doesn’t work)\.$/ })
    .waitFor()
  expect(await read(id)).toMatchObject({ state: 'SCHEDULED' })
  expect(faults.splice(0).every((fault) => /status of (400|403|412)/.test(fault))).toBe(true)
})

it('a customer stops reminders and starts them again, with and without scripts', async () => {
  const address = newAddress()
  await book(address, new Date(Date.now() + 3_603_000).toISOString())
  const reminder = await mailTo(smtp, address, ({ headers }) => 'list-unsubscribe' in headers)
  const [link = ''] = /http[^>]+/.exec(reminder.headers['list-unsubscribe'] ?? '') ?? []
  const stopped = async () =>
    (
      (await (await fetch(link.replace('/unsubscribe/', '/api/v2/unsubscribe/'))).json()) as {
        stopped: boolean
      }
    ).stopped
  await page.goto(link)
  await seesHeading('Stop reminders?')
  expect(await stopped()).toBe(false)
  await button('Yes, stop them').click()
  await seesHeading('You won’t get reminders any more.')
  expect(await stopped()).toBe(true)
  await button('Start them again').click()
  await seesHeading('Stop reminders?')
  expect(await stopped()).toBe(false)

  const plain = await browser.newContext({ javaScriptEnabled: false, locale: 'de' })
  plain.setDefaultTimeout(WAIT_MS)
  const without = await plain.newPage()
  await without.goto(link)
  await without.getByRole('button', { name: 'Ja, keine mehr' }).click()
  await without.getByRole('heading', { name: 'Sie bekommen keine Erinnerungen mehr.' }).waitFor()
  expect(await stopped()).toBe(true)
  await without.getByRole('button', { name: 'Wieder erinnern' }).click()
  await without.getByRole('heading', { name: 'Keine Erinnerungen mehr?' }).waitFor()
  expect(await stopped()).toBe(false)
  await plain.close()
})

it('a customer joins: the room opens, and shows who is expected', async () => {
  const address = newAddress()
  const booked = await book(address, new Date(Date.now() + 300_000).toISOString())
  await page.goto(await roomLink(booked))
  await seesHeading(/^Your appointment starts at \d\d:\d\d\.$/)
  await done(supervisor()('POST', `/api/appointments/activate/${booked.id}`))
  await page.reload()
  await seesHeading('Your room is open.')
  await page.getByRole('link', { name: 'Join now' }).click()
  await seesHeading('Test room')
  await page.getByText('Ada').waitFor()
  await page.getByText('Appointment with Harbour Bank').waitFor()
})

it('the viewer shows a mail as its recipient sees it, and the start page leads there', async () => {
  const address = newAddress()
  await book(address, daysAhead(25, '09:00:00'))
  await manageLink(address)
  await page.goto(`${system.gatewayUrl}/`)
  await page.getByRole('link', { name: 'Messages' }).click()
  await page
    .getByRole('link', { name: new RegExp(address) })
    .first()
    .click()
  const mail = page.frameLocator('iframe[title="HTML part"]')
  expect(await mail.getByRole('link').first().getAttribute('target')).toBe('_blank')
})
