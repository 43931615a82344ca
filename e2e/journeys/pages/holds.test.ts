import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import { done } from '../../src/done.ts'
import { createBookingSite, type BookingSite } from '../support/booking-site.ts'
import {
  aDay,
  chooseTime,
  enterCode,
  enterDetails,
  newAddress,
  reads,
  startBookingStage,
  startOn,
  type BookingStage,
} from '../support/booking-visit.ts'
import { focusedText, openWindow, type Visitor } from '../support/visitor.ts'

const MINUTE_MS = 60_000

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

/** Another client books a time of a site. */
const bookByOthers = (site: BookingSite, time: string) =>
  done(
    site.machine('POST', '/api/v2/appointments', {
      applicationId: site.id,
      serviceTypeId: 'advice',
      start: startOn(aDay(), time),
      customers: [{ contact: { primaryEmail: newAddress() } }],
    }),
  )

it('two visitors choose the same time: one books it, the other chooses again and types nothing twice', async () => {
  const site = await createBookingSite(stage.system, { publicHolds: 'OFF' })
  const other = await openWindow(stage)
  const [first, second] = [newAddress(), newAddress()]
  for (const [one, address] of [
    [visitor, first],
    [other, second],
  ] as const) {
    await chooseTime(one, site, '10:00')
    await reads(one, '10:00 isn’t reserved until you confirm.')
    await enterDetails(one, address)
  }
  await enterCode(visitor, await stage.mailedCode(first))
  await visitor.sees('Your appointment is booked')
  await enterCode(other, await stage.mailedCode(second))
  await other.sees('Someone has just booked this time. Please choose another one.')
  other.expectFailed(409)
  expect(await other.button('10:00').count()).toBe(0)
  await other.press('10:30')
  await other.sees('Your details')
  expect(await other.page.getByLabel('E-mail address').inputValue()).toBe(second)
  await other.press('Continue')
  await reads(other, 'Your code is still valid.')
  await other.press('Confirm booking')
  await other.sees('Your appointment is booked')
  expect(await site.starts()).toEqual([startOn(aDay(), '10:00'), startOn(aDay(), '10:30')])
  await other.leave()
})

it('if holds need a verified code, a visitor whose time was taken gets a hold of the next choice', async () => {
  const { page, press, sees } = visitor
  const site = await createBookingSite(stage.system, { publicHolds: 'OTP' })
  const address = newAddress()
  await chooseTime(visitor, site, '10:00')
  await reads(visitor, '10:00 isn’t reserved until you confirm.')
  await enterDetails(visitor, address)
  await bookByOthers(site, '10:00')
  await enterCode(visitor, await stage.mailedCode(address))
  await sees('Someone has just booked this time. Please choose another one.')
  visitor.expectFailed(409)

  await press('10:30')
  await sees('Your details')
  await reads(visitor, /^We’re holding 10:30 for you until \d\d:\d\d\.$/)
  const check = await done(
    site.machine('POST', '/api/v2/availability/check', {
      applicationId: site.id,
      serviceTypeId: 'advice',
      start: startOn(aDay(), '10:30'),
    }),
  )
  expect(check).toMatchObject({ offered: false, reasons: expect.arrayContaining(['HELD']) as string[] })
  await press('Continue')
  await sees('Check your e-mail')
  await press('Confirm booking')
  await sees('Your appointment is booked')
  expect(await page.getByText('10:30–11:00').count()).toBe(1)
  expect(await site.starts()).toEqual([startOn(aDay(), '10:00'), startOn(aDay(), '10:30')])
})

it('a hold is extended, made again after it expires, and lost when another client books the time', async () => {
  const { page, press, fill, sees } = visitor
  const site = await createBookingSite(stage.system)
  /** The id of the hold that an action on the page makes. */
  const holdOf = async (act: () => Promise<void>): Promise<string> => {
    const made = page.waitForResponse(
      (response) => response.status() === 201 && response.url().endsWith('/availability/holds'),
    )
    await act()
    return ((await (await made).json()) as { id: string }).id
  }
  const release = async (id: string) =>
    expect((await site.machine('DELETE', `/api/v2/availability/holds/${id}`)).status).toBe(204)
  await page.clock.install()
  const first = await holdOf(() => chooseTime(visitor, site, '10:00'))
  const kept = page.getByRole('main').getByText(/^We’re holding 10:00 for you until/)
  await kept.waitFor()
  const until = await kept.textContent()
  await fill('First name', 'Ada')
  expect(await visitor.button('Keep it longer').count()).toBe(0)

  await page.clock.fastForward(3 * MINUTE_MS + 1000)
  await press('Keep it longer')
  await visitor.button('Keep it longer').waitFor({ state: 'detached' })
  expect(await kept.textContent()).not.toBe(until)
  await expect.poll(() => focusedText(page)).toMatch(/^We’re holding 10:00/)

  // no other client has booked the time yet
  await release(first)
  await page.clock.fastForward(6 * MINUTE_MS)
  await page.getByText('We could no longer hold 10:00. It’s still free.').waitFor()
  const second = await holdOf(() => press('Continue'))
  await kept.waitFor()

  await release(second)
  await bookByOthers(site, '10:00')
  await page.clock.fastForward(6 * MINUTE_MS)
  await sees('Someone has just booked this time. Please choose another one.')
  await press('11:00')
  await sees('Your details')
  expect(await page.getByLabel('First name').inputValue()).toBe('Ada')
})

it('after a reload the visitor’s own time is free again', async () => {
  const { page, button } = visitor
  const site = await createBookingSite(stage.system)
  await chooseTime(visitor, site, '10:00')
  await reads(visitor, /^We’re holding 10:00 for you until \d\d:\d\d\.$/)
  await page.goto(`${site.url}?day=${aDay().toString()}&again`)
  await button('10:30').waitFor()
  expect(await button('10:00').count()).toBe(1)
})

it('a wrong code is rejected, and a new one can be sent, but not too soon', async () => {
  const { page, press, sees } = visitor
  const site = await createBookingSite(stage.system)
  await page.clock.install()
  const address = newAddress()
  await chooseTime(visitor, site, '10:00')
  await enterDetails(visitor, address)
  const code = await stage.mailedCode(address)
  const wrong = code === '000000' ? '111111' : '000000'
  const isWrong = () =>
    page
      .getByRole('link', { name: 'That code is wrong or has expired. Check it, or send a new one.' })
      .waitFor()
  await enterCode(visitor, wrong)
  await isWrong()
  await sees('There is a problem')
  await expect.poll(() => focusedText(page)).toContain('There is a problem')
  expect(await visitor.button('Send a new code').count()).toBe(0)

  await page.clock.fastForward(31_000)
  await press('Send a new code')
  await page.getByText(/^Too many attempts\. You can try again at \d\d:\d\d\.$/).waitFor()
  visitor.expectFailed(401, 429)
  expect(await site.starts()).toEqual([])

  // a gateway with an empty store does not know when it sent the last code
  await stage.system.stop('gateway')
  await stage.system.emptyKeyValue()
  await stage.system.start('gateway')
  await press('Send a new code')
  await page.getByText('We’ve sent a new code to v…\u2060@booking.example.com.').first().waitFor()
  const next = await stage.mailedCode(address, code)
  await enterCode(visitor, code)
  await isWrong()
  visitor.expectFailed(401)
  await enterCode(visitor, next)
  await sees('Your appointment is booked')
  expect(await site.starts()).toHaveLength(1)
})

it('the response to a booking is lost, and trying again books once', async () => {
  const { page, press, sees } = visitor
  const site = await createBookingSite(stage.system)
  const address = newAddress()
  await chooseTime(visitor, site, '10:00')
  await enterDetails(visitor, address)
  let isLost = false
  await page.route('**/appointments/basic', async (route) => {
    if (isLost) return route.continue()
    isLost = true
    await route.fetch()
    await route.abort('failed')
  })
  await enterCode(visitor, await stage.mailedCode(address))
  await reads(
    visitor,
    'We didn’t hear back, so we can’t tell whether your booking went through. Try again: you won’t be booked twice.',
  )
  await sees('There is a problem')
  visitor.expectFaults(/net::ERR_FAILED/)
  expect(await site.starts()).toHaveLength(1)
  await press('Try again')
  await sees('Your appointment is booked')
  expect(await site.starts()).toEqual([startOn(aDay(), '10:00')])
})
