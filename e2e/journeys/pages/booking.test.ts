import { Temporal } from 'temporal-polyfill'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import { startSmtpServer, startTwilio, type SmtpFake, type TwilioFake } from '@appointments/testing'
import {
  faultsOf,
  startBrowser,
  type Browser,
  type BrowserContext,
  type Page,
} from '@appointments/testing/browser'
import { done } from '../../src/done.ts'
import { sendingTo, TWILIO_ACCOUNT } from '../../src/providers.ts'
import { startServices, type Services } from '../../src/start-services.ts'
import { createBookingSite, textedCode } from '../support/booking-site.ts'
import { codeIn, mailTo } from '../support/customer-mail.ts'
import { inviteOf } from '../support/invites.ts'

const ZONE = 'Europe/Berlin'
const WAIT_MS = 10_000
const MINUTE_MS = 60_000

let smtp: SmtpFake
let twilio: TwilioFake
let system: Services
let browser: Browser
beforeAll(async () => {
  smtp = await startSmtpServer()
  twilio = await startTwilio(TWILIO_ACCOUNT)
  system = await startServices({
    as: 'functions',
    web: {},
    env: { ...sendingTo(smtp, twilio), RATE_LIMIT_FACTOR: '3' },
  })
  browser = await startBrowser()
})
afterAll(async () => {
  await browser.close()
  await system.close()
  await Promise.all([smtp.stop(), twilio.stop()])
})

let contexts: BrowserContext[]
let reported: string[][]
/** Statuses of errors that a journey provokes; the browser reports each in its console. */
let provoked: number[]
beforeEach(() => {
  contexts = []
  reported = []
  provoked = []
})
afterEach(async () => {
  await Promise.all(contexts.map((one) => one.close()))
  const expected = new RegExp(`the server responded with a status of (${provoked.join('|') || 'none'})`)
  expect(
    reported.flat().filter((fault) => !expected.test(fault) && !fault.includes('net::ERR_FAILED')),
  ).toEqual([])
})

type Settings = Parameters<Browser['newContext']>[0]

/** A visitor with a browser of its own. */
async function visit(url: string, settings: Settings = {}): Promise<Page> {
  const context = await browser.newContext({ locale: 'en-GB', timezoneId: ZONE, ...settings })
  context.setDefaultTimeout(WAIT_MS)
  contexts.push(context)
  const page = await context.newPage()
  reported.push(faultsOf(page))
  await page.goto(url)
  return page
}

let lastVisitor = 0
const newAddress = () => `visitor-${++lastVisitor}@booking.example.com`

const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { name })
const sees = (page: Page, name: string | RegExp) => heading(page, name).waitFor()
const press = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).click()
const focused = (page: Page) => page.locator(':focus')

/** Presses Tab until an element has the focus. */
async function tabTo(page: Page, name: string | RegExp, role: 'button' | 'textbox' | 'checkbox' | 'link') {
  const wanted = page.getByRole(role, { name }).first()
  await wanted.waitFor()
  const hasFocus = () => wanted.evaluate((element) => element.matches(':focus'))
  for (let pressed = 0; pressed < 80; pressed++) {
    if (await hasFocus()) return
    await page.keyboard.press('Tab')
  }
  throw new Error(`${String(name)} cannot be reached by keyboard`)
}

/** The day after tomorrow in a zone, which lies in the shown month or the next one. */
const aDay = (zone = ZONE, days = 2) => Temporal.Now.plainDateISO(zone).add({ days })
const startOn = (day: Temporal.PlainDate, time: string, zone = ZONE) =>
  day.toZonedDateTime({ timeZone: zone, plainTime: time }).toInstant().toString()

/** Opens the times of a day, and chooses one. */
async function chooseTime(page: Page, site: { url: string }, day: Temporal.PlainDate, time: string) {
  await page.goto(`${site.url}?day=${day.toString()}`)
  await press(page, time)
  await sees(page, 'Your details')
}

async function fillIn(page: Page, address: string) {
  await page.getByLabel('First name').fill('Ada')
  await page.getByLabel('Last name').fill('Lovelace')
  await page.getByLabel('E-mail address').fill(address)
  await page.getByLabel(/^I have read the privacy notice/).check()
  await press(page, 'Continue')
  await sees(page, 'Check your e-mail')
}

const isCode = ({ text }: { text: string }) => !text.includes('/manage/') && /(?<!\d)\d{6}(?!\d)/.test(text)
const mailedCode = async (address: string, before?: string) =>
  codeIn((await mailTo(smtp, address, (mail) => isCode(mail) && codeIn(mail.text) !== before)).text)

async function enterCode(page: Page, code: string) {
  await page.getByLabel('Code', { exact: true }).fill(code)
  await press(page, 'Confirm booking')
}

it('a visitor books by keyboard alone, and mail, invite and manage page agree with the page', async () => {
  const site = await createBookingSite(system)
  const page = await visit(site.url)
  await sees(page, 'Choose a day and time')
  const [year, month] = [aDay().year, aDay().month]
  const name = new Date(Date.UTC(year, month - 1, aDay().day))
  const long = new Intl.DateTimeFormat('en-GB', {
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    timeZone: 'UTC',
  }).format(name)
  if (aDay().month !== Temporal.Now.plainDateISO(ZONE).month) {
    await tabTo(page, 'Next month', 'button')
    await page.keyboard.press('Enter')
  }
  await tabTo(page, `${long}, 6 free times`, 'button')
  await page.keyboard.press('Enter')
  await sees(page, `Times on ${long}`)
  expect(await focused(page).textContent()).toBe(`Times on ${long}`)
  await tabTo(page, '10:00', 'button')
  await page.keyboard.press('Enter')
  await sees(page, 'Your details')
  expect(await focused(page).textContent()).toBe('Your details')
  await page.getByText(/^We’re holding 10:00 for you until \d\d:\d\d\.$/).waitFor()

  const address = newAddress()
  await tabTo(page, 'First name', 'textbox')
  await page.keyboard.type('Ada')
  await page.keyboard.press('Tab')
  await page.keyboard.type('Lovelace')
  await tabTo(page, 'E-mail address', 'textbox')
  await page.keyboard.type(address)
  await tabTo(page, 'Continue', 'button')
  await page.keyboard.press('Enter')
  // the box was left out: its fault leads there
  await page.getByRole('alert').getByText('Tick the box to agree').waitFor()
  expect(await page.title()).toBe('Error: Your details – Harbour Bank')
  await tabTo(page, 'Tick the box to agree', 'link')
  await page.keyboard.press('Enter')
  await page.keyboard.press('Space')
  await page.keyboard.press('Enter')
  await sees(page, 'Check your e-mail')
  expect(await focused(page).textContent()).toBe('Check your e-mail')
  await page.getByText(`We’ve sent a six-digit code to v…@booking.example.com.`).waitFor()
  // nothing personal is in the address
  expect(page.url()).toBe(site.url)

  const code = await mailedCode(address)
  await tabTo(page, 'Code', 'textbox')
  await page.keyboard.type(`${code.slice(0, 3)} ${code.slice(3)}`)
  await page.keyboard.press('Enter')
  await sees(page, 'Your appointment is booked')
  expect(await focused(page).textContent()).toBe('Your appointment is booked')
  expect(await page.title()).toBe('Your appointment is booked – Harbour Bank')
  const start = startOn(aDay(), '10:00')
  expect(await site.starts()).toEqual([start])
  await page.getByText('10:00–10:30').waitFor()

  const mail = await mailTo(smtp, address, ({ text }) => text.includes('/manage/'))
  expect(mail.text).toContain('10:00')
  const invite = inviteOf(mail)!
  expect([Date.parse(invite.start), Date.parse(invite.end)]).toEqual([
    Date.parse(start),
    Date.parse(start) + 30 * MINUTE_MS,
  ])
  await tabTo(page, 'View or change', 'link')
  await page.keyboard.press('Enter')
  await sees(page, 'Advice')
  await page.getByText('10:00–10:30').waitFor()
  expect(mail.text).toContain(page.url().replace(/\?.*/, ''))
})

it('a visitor books with a code by SMS, in German, on a phone', async () => {
  const site = await createBookingSite(system)
  const page = await visit(`${site.url}?day=${aDay().toString()}`, {
    locale: 'de-DE',
    viewport: { width: 360, height: 740 },
    isMobile: true,
    hasTouch: true,
  })
  const number = '+4915112345678'
  await page.getByRole('button', { name: '09:30' }).tap()
  await sees(page, 'Ihre Angaben')
  await page.getByText(/^Wir halten den Termin um 09:30 bis \d\d:\d\d für Sie frei\.$/).waitFor()
  await page.getByLabel('Vorname').fill('Ada')
  await page.getByLabel('Nachname').fill('Lovelace')
  await page.getByLabel('Per SMS').tap()
  await page.getByLabel('Mobiltelefon').fill('0049 151 1234-5678')
  await page.getByLabel(/^Ich habe die Datenschutzhinweise gelesen/).tap()
  await page.getByRole('button', { name: 'Weiter' }).tap()
  await sees(page, 'Sehen Sie auf Ihr Telefon')
  await page.getByText('Wir haben einen sechsstelligen Code an …678 gesendet.').waitFor()
  const code = await textedCode(twilio, number)
  // phones offer the code on this page
  expect(twilio.messages().at(-1)!.body.split('\n').at(-1)).toBe(`@${new URL(site.url).hostname} #${code}`)
  await page.getByLabel('Code', { exact: true }).fill(code)
  await page.getByRole('button', { name: 'Verbindlich buchen' }).tap()
  await sees(page, 'Ihr Termin ist gebucht')
  expect(await site.starts()).toEqual([startOn(aDay(), '09:30')])
  expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true)
})

it('two visitors choose one time: one is booked, the other chooses again and types nothing twice', async () => {
  provoked = [401, 409]
  const site = await createBookingSite(system, { publicHolds: 'OFF' })
  const [one, other] = [await visit(site.url), await visit(site.url)]
  const [first, second] = [newAddress(), newAddress()]
  for (const [page, address] of [
    [one, first],
    [other, second],
  ] as const) {
    await chooseTime(page, site, aDay(), '10:00')
    await page.getByText('10:00 isn’t reserved until you confirm.').waitFor()
    await fillIn(page, address)
  }
  await enterCode(one, await mailedCode(first))
  await sees(one, 'Your appointment is booked')
  await enterCode(other, await mailedCode(second))
  await sees(other, 'Someone has just booked this time. Please choose another one.')
  expect(await other.getByRole('button', { name: '10:00' }).count()).toBe(0)
  await press(other, '10:30')
  await sees(other, 'Your details')
  expect(await other.getByLabel('E-mail address').inputValue()).toBe(second)
  await press(other, 'Continue')
  await press(other, 'Confirm booking')
  await sees(other, 'Your appointment is booked')
  expect(await site.starts()).toEqual([startOn(aDay(), '10:00'), startOn(aDay(), '10:30')])
})

it('a hold runs out, is kept longer, and runs out for good', async () => {
  provoked = [409]
  const site = await createBookingSite(system)
  const page = await visit('about:blank')
  let holdId = ''
  page.on('response', (response) => {
    const { pathname } = new URL(response.url())
    if (response.status() === 201 && pathname.endsWith('/availability/holds'))
      void response.json().then(({ id }: { id: string }) => (holdId = id))
  })
  await page.clock.install()
  await chooseTime(page, site, aDay(), '10:00')
  const kept = page.getByRole('main').getByText(/^We’re holding 10:00 for you until/)
  await kept.waitFor()
  const until = await kept.textContent()
  await page.getByLabel('First name').fill('Ada')
  expect(await page.getByRole('button', { name: 'Keep it longer' }).count()).toBe(0)

  await page.clock.fastForward(3 * MINUTE_MS + 1000)
  await press(page, 'Keep it longer')
  await page.getByRole('button', { name: 'Keep it longer' }).waitFor({ state: 'detached' })
  expect(await kept.textContent()).not.toBe(until)
  expect(await focused(page).textContent()).toMatch(/^We’re holding 10:00/)

  // no one else wants the time yet
  const release = async () =>
    expect((await site.machine('DELETE', `/api/v2/availability/holds/${holdId}`)).status).toBe(204)
  await release()
  await page.clock.fastForward(6 * MINUTE_MS)
  await page.getByText('We could no longer hold 10:00. It’s still free.').waitFor()
  await page.getByRole('button', { name: 'Continue' }).first().click()
  await kept.waitFor()

  await release()
  await done(
    site.machine('POST', '/api/v2/appointments', {
      applicationId: site.id,
      serviceTypeId: 'advice',
      start: startOn(aDay(), '10:00'),
      customers: [{ contact: { primaryEmail: newAddress() } }],
    }),
  )
  await page.clock.fastForward(6 * MINUTE_MS)
  await sees(page, 'Someone has just booked this time. Please choose another one.')
  await press(page, '11:00')
  expect(await page.getByLabel('First name').inputValue()).toBe('Ada')
})

it('a wrong code is rejected, a new one can be sent, and too many cannot', async () => {
  provoked = [401, 429]
  const site = await createBookingSite(system)
  const page = await visit('about:blank')
  await page.clock.install()
  const address = newAddress()
  await chooseTime(page, site, aDay(), '10:00')
  await fillIn(page, address)
  const code = await mailedCode(address)
  const wrong = code === '000000' ? '111111' : '000000'
  await enterCode(page, wrong)
  await page
    .getByRole('alert')
    .getByText('That code is wrong or has expired. Check it, or send a new one.')
    .waitFor()
  expect(await focused(page).textContent()).toContain('There is a problem')
  expect(await page.getByRole('button', { name: 'Send a new code' }).count()).toBe(0)

  await page.clock.fastForward(31_000)
  await press(page, 'Send a new code')
  await page.getByText(/^Too many attempts\. You can try again at \d\d:\d\d\.$/).waitFor()
  expect(await site.starts()).toEqual([])

  // a gateway that starts afresh has forgotten when it sent the last one
  await system.stop('gateway')
  await system.emptyKeyValue()
  await system.start('gateway')
  await press(page, 'Send a new code')
  await page.getByText('We’ve sent a new code to v…@booking.example.com.').first().waitFor()
  const next = await mailedCode(address, code)
  await enterCode(page, code)
  await page
    .getByRole('alert')
    .getByText(/^That code is wrong/)
    .waitFor()
  await enterCode(page, next)
  await sees(page, 'Your appointment is booked')
  expect(await site.starts()).toHaveLength(1)
})

it('the response to a booking is lost, and trying again books once', async () => {
  const site = await createBookingSite(system)
  const page = await visit(site.url)
  const address = newAddress()
  await chooseTime(page, site, aDay(), '10:00')
  await fillIn(page, address)
  let isLost = false
  await page.route('**/appointments/basic', async (route) => {
    if (isLost) return route.continue()
    isLost = true
    await route.fetch()
    await route.abort('failed')
  })
  await enterCode(page, await mailedCode(address))
  await page
    .getByText(
      'We didn’t hear back, so we can’t tell whether your booking went through. Try again: you won’t be booked twice.',
    )
    .waitFor()
  expect(await site.starts()).toHaveLength(1)
  await press(page, 'Try again')
  await sees(page, 'Your appointment is booked')
  expect(await site.starts()).toEqual([startOn(aDay(), '10:00')])
})

it('a visitor in another zone gets the time that was shown, after the clocks have changed', async () => {
  const visitorZone = 'America/New_York'
  const earliest = Temporal.Now.plainDateISO(ZONE).add({ weeks: 2 })
  const inYear = (year: number) => {
    const end = Temporal.PlainDate.from({ year, month: 3, day: 31 })
    return end.subtract({ days: end.dayOfWeek % 7 })
  }
  const thisYear = inYear(earliest.year)
  const change = Temporal.PlainDate.compare(thisYear, earliest) > 0 ? thisYear : inYear(earliest.year + 1)
  const site = await createBookingSite(system)
  // Berlin is six hours ahead of New York on the day after the change, and five on the day before
  for (const [day, time] of [
    [change.subtract({ days: 1 }), '05:00'],
    [change.add({ days: 1 }), '04:00'],
  ] as const) {
    const page = await visit(`${site.url}?day=${day.toString()}`, { timezoneId: visitorZone })
    await page.getByText(/^Times are shown in this zone: Eastern/).waitFor()
    await press(page, time)
    await sees(page, 'Your details')
    const address = newAddress()
    await fillIn(page, address)
    await enterCode(page, await mailedCode(address))
    await sees(page, 'Your appointment is booked')
    await page.getByText(new RegExp(`${time}.\\d\\d:30`)).waitFor()
    expect(await site.starts()).toContain(startOn(day, '10:00'))
    expect(startOn(day, time, visitorZone)).toBe(startOn(day, '10:00'))
    const { text } = await mailTo(smtp, address, (mail) => mail.text.includes('/manage/'))
    expect(text).toMatch(new RegExp(time.replace(/^0/, '0?')))
  }
})

it('a month without free times leads to the next one that has some, and without any there is help', async () => {
  const first = Temporal.Now.plainDateISO(ZONE).with({ day: 1 }).add({ months: 3, days: 9 })
  const site = await createBookingSite(system, {
    hours: [
      {
        days: ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU'],
        from: '09:00',
        to: '12:00',
        validFrom: first.toString(),
        validUntil: first.add({ days: 3 }).toString(),
      },
    ],
  })
  const page = await visit(site.url)
  const monthOf = (date: Temporal.PlainDate, year: 'numeric' | undefined) =>
    date.toLocaleString('en-GB', { month: 'long', ...(year && { year }) })
  await sees(page, monthOf(first, 'numeric'))
  await press(page, 'Previous month')
  const before = first.subtract({ months: 1 })
  const now = Temporal.Now.plainDateISO(ZONE)
  const nameOf = (date: Temporal.PlainDate) => monthOf(date, date.year === now.year ? undefined : 'numeric')
  await page.getByText(`No free times in ${nameOf(before)}.`).waitFor()
  await press(page, `Show ${nameOf(first)}`)
  await page
    .getByRole('button', { name: /, 6 free times$/ })
    .first()
    .waitFor()
  expect(await focused(page).textContent()).toBe(monthOf(first, 'numeric'))

  const closed = await createBookingSite(system, { hours: [] })
  const other = await visit(closed.url)
  await other
    .getByText('There are no free times at the moment. Please try again later or contact us.')
    .waitFor()
})
