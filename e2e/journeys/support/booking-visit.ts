import { Temporal } from 'temporal-polyfill'
import { expect } from 'vitest'
import { startSmtpServer, startTwilio } from '@appointments/testing'
import { startBrowser } from '@appointments/testing/browser'
import { sendingTo, TWILIO_ACCOUNT } from '../../src/providers.ts'
import { startServices } from '../../src/start-services.ts'
import type { BookingSite } from './booking-site.ts'
import { codeIn, mailTo } from './customer-mail.ts'
import type { Visitor } from './visitor.ts'

export const ZONE = 'Europe/Berlin'

/** A system whose visitors book, with its providers and a browser. */
export async function startBookingStage() {
  const smtp = await startSmtpServer()
  const twilio = await startTwilio(TWILIO_ACCOUNT)
  const system = await startServices({
    as: 'functions',
    web: {},
    env: { ...sendingTo(smtp, twilio), RATE_LIMIT_FACTOR: '3', ORIGINS_EVERY_MS: '200' },
  })
  const browser = await startBrowser()
  const isCode = ({ text }: { text: string }) => !text.includes('/manage/') && /(?<!\d)\d{6}(?!\d)/.test(text)
  return {
    smtp,
    twilio,
    system,
    browser,
    /** The newest code sent to an address; waits until there is a code other than `before`. */
    mailedCode: async (address: string, before?: string) =>
      codeIn((await mailTo(smtp, address, (mail) => isCode(mail) && codeIn(mail.text) !== before)).text),
    async close() {
      await browser.close()
      await system.close()
      await Promise.all([smtp.stop(), twilio.stop()])
    },
  }
}
export type BookingStage = Awaited<ReturnType<typeof startBookingStage>>

let lastVisitor = 0
export const newAddress = () => `visitor-${++lastVisitor}@booking.example.com`

/** The day after tomorrow in a zone, which lies in the shown month or the next one. */
export const aDay = (zone = ZONE) => Temporal.Now.plainDateISO(zone).add({ days: 2 })
export const startOn = (day: Temporal.PlainDate, time: string, zone = ZONE) =>
  day.toZonedDateTime({ timeZone: zone, plainTime: time }).toInstant().toString()

/** A day as the booking page names it: with the year if it is not the current one. */
export const nameOfDay = (day: Temporal.PlainDate) =>
  day.toLocaleString('en-GB', {
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    ...(day.year !== Temporal.Now.plainDateISO(ZONE).year && { year: 'numeric' }),
  })

/**
 * Shows the month of a day that is at most a month ahead. The page already shows the next month from the start if this
 * one has no more free times, as on its last afternoon.
 */
export async function showMonthOf({ page, press }: Visitor, day: Temporal.PlainDate) {
  const month = page.locator('#month')
  await month.waitFor()
  const name = day.toLocaleString('en-GB', { month: 'long', year: 'numeric' })
  if ((await month.textContent()) !== name) await press('Next month')
}

/** Opens the times of a day, and chooses one. */
export async function chooseTime({ page, press, sees }: Visitor, site: BookingSite, time: string) {
  await page.goto(`${site.url}?day=${aDay().toString()}`)
  await press(time)
  await sees('Your details')
}

/** Enters the customer's details, and continues to the step for the code. */
export async function enterDetails({ fill, tick, press, sees }: Visitor, address: string) {
  await fill('First name', 'Ada')
  await fill('Last name', 'Lovelace')
  await fill('E-mail address', address)
  await tick(/^I have read the privacy notice/)
  await press('Continue')
  await sees('Check your e-mail')
}

/** Enters a code, and books. */
export async function enterCode({ fill, press }: Visitor, code: string) {
  await fill('Code', code)
  await press('Confirm booking')
}

/** Waits for a text, and expects that it occurs only once. */
export async function reads({ page }: Visitor, text: string | RegExp) {
  await page.getByRole('main').getByText(text).waitFor()
  expect(await page.getByRole('main').getByText(text).count()).toBe(1)
}
