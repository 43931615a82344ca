import { readFile } from 'node:fs/promises'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createBookingSite } from '../../support/booking-site.ts'
import {
  aDay,
  enterCode,
  nameOfDay,
  newAddress,
  showMonthOf,
  startBookingStage,
  startOn,
  type BookingStage,
} from '../../support/booking-visit.ts'
import { mailTo } from '../../support/customer-mail.ts'
import { inviteOf } from '../../support/invites.ts'
import { focusedText, openWindow, type Visitor } from '../../support/visitor.ts'

const MINUTE_MS = 60_000

let stage: BookingStage
let visitor: Visitor
beforeAll(async () => {
  stage = await startBookingStage()
  visitor = await openWindow(stage)
})
afterAll(async () => {
  await visitor.leave()
  await stage.close()
})

it('a visitor books, and mail, invite and manage page agree with the page', async () => {
  const { page, press, fill, tick, sees } = visitor
  const site = await createBookingSite(stage.system)
  await page.goto(site.url)
  await sees('Choose a day and time')
  const long = nameOfDay(aDay())
  await showMonthOf(visitor, aDay())
  await press(`${long}, 6 free times`)
  await sees(`Times on ${long}`)
  await expect.poll(() => focusedText(page)).toBe(`Times on ${long}`)
  await press('10:00')
  await sees('Your details')
  await expect.poll(() => focusedText(page)).toBe('Your details')
  await page.getByText(/^We’re holding 10:00 for you until \d\d:\d\d\.$/).waitFor()

  const address = newAddress()
  await fill('First name', 'Ada')
  await fill('Last name', 'Lovelace')
  await fill('E-mail address', address)
  await press('Continue')
  // the box is not ticked: the error has the focus and leads to the box
  await page.getByRole('link', { name: 'Tick the box to agree' }).waitFor()
  await sees('There is a problem')
  await expect.poll(() => focusedText(page)).toContain('There is a problem')
  expect(await page.title()).toBe('Error: Your details – Harbour Bank')
  await press('Tick the box to agree')
  await tick(/^I have read the privacy notice/)
  await press('Continue')
  await sees('Check your e-mail')
  await expect.poll(() => focusedText(page)).toBe('Check your e-mail')
  await page.getByText(`We’ve sent a six-digit code to v…\u2060@booking.example.com.`).waitFor()
  // nothing personal is in the address
  expect(page.url()).toBe(site.url)

  const code = await stage.mailedCode(address)
  await enterCode(visitor, `${code.slice(0, 3)} ${code.slice(3)}`)
  await sees('Your appointment is booked')
  await expect.poll(() => focusedText(page)).toBe('Your appointment is booked')
  expect(await page.title()).toBe('Your appointment is booked – Harbour Bank')
  const start = startOn(aDay(), '10:00')
  expect(await site.starts()).toEqual([start])
  await page.getByText('10:00–10:30').waitFor()

  const mail = await mailTo(stage.smtp, address, ({ text }) => text.includes('/manage/'))
  expect(mail.text).toContain('10:00')
  const invite = inviteOf(mail)!
  expect([Date.parse(invite.start), Date.parse(invite.end)]).toEqual([
    Date.parse(start),
    Date.parse(start) + 30 * MINUTE_MS,
  ])
  await press(page.locator('summary', { hasText: 'Add to calendar' }))
  const saved = page.waitForEvent('download')
  await press('Calendar file')
  // the same entry as that of the invite
  const file = await readFile(await (await saved).path(), 'utf8')
  expect(file.replaceAll('\r\n ', '')).toContain(`UID:${invite.uid}`)

  await press('View or change')
  await sees('Advice')
  await page.getByText('10:00–10:30').waitFor()
  expect(mail.text).toContain(page.url().replace(/\?.*/, ''))
})
