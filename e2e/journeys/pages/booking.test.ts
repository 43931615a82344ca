import { Temporal } from 'temporal-polyfill'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import { createBookingSite, textedCode } from '../support/booking-site.ts'
import {
  aDay,
  chooseTime,
  enterCode,
  enterDetails,
  nameOfDay,
  newAddress,
  showMonthOf,
  startBookingStage,
  startOn,
  ZONE,
  type BookingStage,
} from '../support/booking-visit.ts'
import { mailTo } from '../support/customer-mail.ts'
import { focusedText, openWindow, type Visitor } from '../support/visitor.ts'

let stage: BookingStage
let visitor: Visitor
beforeAll(async () => {
  stage = await startBookingStage()
})
afterAll(() => stage.close())
beforeEach(async () => {
  visitor = await openWindow(stage)
})
afterEach(() => visitor.leave())

it('Back and Forward lead through the steps and keep the typed text', async () => {
  const { page, press, fill, sees } = visitor
  const site = await createBookingSite(stage.system)
  await page.goto(`${site.url}?day=${aDay().toString()}`)
  await press('10:00')
  await sees('Your details')
  await fill('First name', 'Ada')
  await page.goBack()
  await sees(/^Times on /)
  await page.goForward()
  await sees('Your details')
  // going back has released the time, which is held again
  await page.getByText(/^We’re holding 10:00 for you until \d\d:\d\d\.$/).waitFor()
  expect(await page.getByLabel('First name').inputValue()).toBe('Ada')
})

it('a visitor changes the language in the middle of a booking, and types nothing twice', async () => {
  const { page, press, fill, tick, sees } = visitor
  const site = await createBookingSite(stage.system)
  const address = newAddress()
  await chooseTime(visitor, site, '10:00')
  await fill('First name', 'Ada')
  await fill('Last name', 'Lovelace')
  await press('Continue')
  await sees('There is a problem')

  await press('Deutsch')
  await sees('Ihre Angaben')
  await expect.poll(() => focusedText(page)).toBe('Deutsch')
  expect(await page.title()).toMatch(/^Fehler: Ihre Angaben – /)
  expect(await page.locator('html').getAttribute('lang')).toBe('de')
  expect(new URL(page.url()).searchParams.get('lang')).toBe('de')
  await page.getByText(/^Bis \d\d:\d\d Uhr halten wir den Termin um 10:00 Uhr für Sie frei\.$/).waitFor()
  await page.getByRole('link', { name: 'Geben Sie eine E-Mail-Adresse im richtigen Format ein' }).waitFor()
  expect(await page.getByLabel('Vorname').inputValue()).toBe('Ada')
  expect(await page.getByLabel('Nachname').inputValue()).toBe('Lovelace')
  await fill('E-Mail-Adresse', address)
  await tick(/^Ich habe die Datenschutzhinweise gelesen/)
  await press('Weiter')
  await sees('Prüfen Sie Ihren Posteingang')

  await fill('Code', await stage.mailedCode(address))
  await press('English')
  await sees('Check your e-mail')
  await press('Confirm booking')
  await sees('Your appointment is booked')
  expect(await site.starts()).toEqual([startOn(aDay(), '10:00')])
  // the address keeps the language
  await page.goto(page.url().replace('lang=en', 'lang=fr'))
  await page.getByRole('heading', { name: 'Choisissez un jour et une heure' }).waitFor()
  expect(await page.locator('html').getAttribute('lang')).toBe('fr')
})

it('the language and the zone that a visitor chose stay after Back and a reload', async () => {
  const { page, press, sees } = visitor
  const site = await createBookingSite(stage.system)
  await page.goto(`${site.url}?day=${aDay().toString()}`)
  await press('10:00')
  await sees('Your details')
  await press('Deutsch')
  await sees('Ihre Angaben')
  await page.goBack()
  await sees('Wählen Sie Tag und Uhrzeit')
  await page.getByLabel('Zeitzone').selectOption('Europe/London')
  await page.getByRole('button', { name: '09:00', exact: true }).waitFor()
  await page.goForward()
  await sees('Ihre Angaben')
  await page.reload()
  await sees('Wählen Sie Tag und Uhrzeit')
  expect(await page.getByLabel('Zeitzone').inputValue()).toBe('Europe/London')
})

it.each([
  ['by keyboard', false],
  ['by touch', true],
])('a visitor books %s with a code by SMS, in German, on a phone', async (_, isTouch) => {
  const guest = await openWindow(stage, {
    locale: 'de-DE',
    viewport: { width: 360, height: 740 },
    ...(isTouch && { isMobile: true, hasTouch: true }),
  })
  const { page, sees } = guest
  const press = (name: string) => (isTouch ? page.getByRole('button', { name }).tap() : guest.press(name))
  const tick = (label: string | RegExp) => (isTouch ? page.getByLabel(label).tap() : guest.tick(label))
  const site = await createBookingSite(stage.system)
  await page.goto(`${site.url}?day=${aDay().toString()}`)
  const number = isTouch ? '+4915112345678' : '+4915112345679'
  await press('09:30')
  await sees('Ihre Angaben')
  await page.getByText(/^Bis \d\d:\d\d Uhr halten wir den Termin um 09:30 Uhr für Sie frei\.$/).waitFor()
  await guest.fill('Vorname', 'Ada')
  await guest.fill('Nachname', 'Lovelace')
  await tick('Per SMS')
  await guest.fill('Mobiltelefon', number.replace('+49151', '0049 151 '))
  await tick(/^Ich habe die Datenschutzhinweise gelesen/)
  await press('Weiter')
  await sees('Prüfen Sie Ihre SMS')
  await page
    .getByText(`Wir haben einen sechsstelligen Code an …\u2060${number.slice(-3)} gesendet.`)
    .waitFor()
  const code = await textedCode(stage.twilio, number)
  // phones offer the code on this page
  const lastLine = stage.twilio.messages().at(-1)!.body.split('\n').at(-1)
  expect(lastLine).toBe(`@${new URL(site.url).hostname} #${code}`)
  await guest.fill('Code', code)
  await press('Verbindlich buchen')
  await sees('Ihr Termin ist gebucht')
  expect(await site.starts()).toEqual([startOn(aDay(), '09:30')])
  expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true)
  await guest.leave()
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
  const site = await createBookingSite(stage.system)
  // Berlin is six hours ahead of New York on the day after the change, and five on the day before
  for (const [day, time] of [
    [change.subtract({ days: 1 }), '05:00'],
    [change.add({ days: 1 }), '04:00'],
  ] as const) {
    const guest = await openWindow(stage, { timezoneId: visitorZone })
    const { page, press, sees } = guest
    await page.goto(`${site.url}?day=${day.toString()}`)
    await page.getByText(/^Times are shown in this zone: Eastern/).waitFor()
    await press(time)
    await sees('Your details')
    const address = newAddress()
    await enterDetails(guest, address)
    await enterCode(guest, await stage.mailedCode(address))
    await sees('Your appointment is booked')
    await page.getByText(new RegExp(`${time}.\\d\\d:30`)).waitFor()
    expect(await site.starts()).toContain(startOn(day, '10:00'))
    expect(startOn(day, time, visitorZone)).toBe(startOn(day, '10:00'))
    const { text } = await mailTo(stage.smtp, address, (mail) => mail.text.includes('/manage/'))
    expect(text).toMatch(new RegExp(time.replace(/^0/, '0?')))
    await guest.leave()
  }
})

it('a month without free times leads to the next month that has some; without any, the page says what to do', async () => {
  const { page, press, sees } = visitor
  const first = Temporal.Now.plainDateISO(ZONE).with({ day: 1 }).add({ months: 3, days: 9 })
  const site = await createBookingSite(stage.system, {
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
  await page.goto(site.url)
  const monthOf = (date: Temporal.PlainDate, year: 'numeric' | undefined) =>
    date.toLocaleString('en-GB', { month: 'long', ...(year && { year }) })
  await sees(monthOf(first, 'numeric'))
  await press('Previous month')
  const before = first.subtract({ months: 1 })
  const now = Temporal.Now.plainDateISO(ZONE)
  const nameOf = (date: Temporal.PlainDate) => monthOf(date, date.year === now.year ? undefined : 'numeric')
  await page.getByText(`No free times in ${nameOf(before)}.`).waitFor()
  await press(`Show ${nameOf(first)}`)
  await page
    .getByRole('button', { name: /, 6 free times$/ })
    .first()
    .waitFor()
  await expect.poll(() => focusedText(page)).toBe(monthOf(first, 'numeric'))

  const closed = await createBookingSite(stage.system, { hours: [] })
  await page.goto(closed.url)
  const nothing = 'There are no free times at the moment. Please try again later or contact us.'
  await page.locator('main').getByText(nothing).waitFor()
  // announced to screen readers
  await expect.poll(() => page.locator('#status').innerText()).toBe(nothing)
})

it('the first month that has free times is shown at once, and a day of it is chosen without paging', async () => {
  const { page, press, sees } = visitor
  const first = Temporal.Now.plainDateISO(ZONE).add({ months: 1 }).with({ day: 1 })
  const always = { days: ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU'], from: '09:00', to: '12:00' }
  const site = await createBookingSite(stage.system, { hours: [{ ...always, validFrom: first.toString() }] })
  await page.goto(site.url)
  await sees('Choose a day and time')
  await showMonthOf(visitor, first)
  const long = nameOfDay(first)
  await press(`${long}, 6 free times`)
  await sees(`Times on ${long}`)
})
