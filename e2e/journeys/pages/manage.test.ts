import { readFile } from 'node:fs/promises'
import { daysAhead } from '@appointments/testing'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import { done } from '../../src/done.ts'
import { roomLink } from '../support/calls.ts'
import { openCalendar, openCompany, startPagesStage, type PagesStage } from '../support/pages-stage.ts'
import { focusedText, openWindow, type Visitor } from '../support/visitor.ts'

const V2 = '/api/v2/appointments'

let stage: PagesStage
let visitor: Visitor
beforeAll(async () => {
  stage = await startPagesStage()
  await openCompany(stage, 'bank')
  await openCalendar(stage, 'advice')
})
afterAll(() => stage.close())
beforeEach(async () => {
  visitor = await openWindow(stage)
})
afterEach(() => visitor.leave())

let lastCustomer = 0
const newAddress = () => `customer-${++lastCustomer}@manage.example.com`
/** An appointment in the calendar, some days ahead at ten. */
const inCalendar = (days: number) => ({
  start: daysAhead(days, '09:00:00'),
  further: { applicationId: 'advice', serviceTypeId: 'advice' },
})

it('without a calendar a customer types the new time, and is warned that it is at night', async () => {
  const { page, press, fill, sees } = visitor
  const address = newAddress()
  const { id } = await stage.book(address, daysAhead(20, '09:00:00'))
  await page.goto(await stage.manageLink(address))
  await sees('Advice')
  await press('Change time')
  await fill('Date', daysAhead(21).slice(0, 10))
  await fill('Time', '23:30')
  await press('Continue')
  await sees(/^Change from .* to .*23:30\?$/)
  await page.getByText('That’s at night.').waitFor()
  await press('Yes, change it')
  await sees('Your appointment has been changed')
  // the application has no calendar
  visitor.expectFailed(404)
  expect((await stage.read(id)).start.slice(0, 10)).toBe(daysAhead(21).slice(0, 10))
})

it('Back leads from the question to the times of the day, and from there to the month', async () => {
  const { page, press, sees, button } = visitor
  const address = newAddress()
  const { start, further } = inCalendar(16)
  await stage.book(address, start, further)
  await page.goto(await stage.manageLink(address))
  const link = page.url()
  await press('Change time')
  await sees('Choose a day and time')
  await press('Next month')
  await press(/, \d+ free times?$/)
  await sees(/^Times on /)
  await press('12:30')
  await sees(/^Change from .* to .*12:30\?$/)
  await page.goBack()
  await sees(/^Times on /)
  // the held time is free again
  await button('12:30').waitFor()
  await page.goBack()
  await sees('Choose a day and time')
  await button(/, \d+ free times?$/)
    .first()
    .waitFor()

  await page.goForward()
  await press('12:30')
  await press('Yes, change it')
  await sees('Your appointment has been changed')
  const next = page.url()
  expect(next).not.toBe(link)
  await page.goBack()
  await expect.poll(() => page.url()).toBe(next)
  await page.reload()
  await sees('Advice')
})

it('a time that was booked meanwhile is rejected, and the customer chooses another one', async () => {
  const { page, press, sees, button } = visitor
  const address = newAddress()
  const { start, further } = inCalendar(9)
  const { id } = await stage.book(address, start, further)
  await page.goto(await stage.manageLink(address))
  await press('Change time')
  await sees('Choose a day and time')
  const next = button(/^Next free time: /)
  await next.waitFor()
  // both agents are booked for the first free time, which the page still shows
  const query = new URLSearchParams({ applicationId: 'advice', serviceTypeId: 'advice', limit: '1' })
  const { slots } = (await done(stage.machine('GET', `/api/v2/availability/next?${query.toString()}`))) as {
    slots: { start: string }[]
  }
  for (const _ of ['Anna', 'Ben'])
    await stage.book(newAddress(), slots[0]!.start, { applicationId: 'advice', serviceTypeId: 'advice' })
  await press(next)
  await page.getByText('Someone has just booked this time. Please choose another one.').waitFor()
  visitor.expectFailed(409)
  await press(/, \d+ free times?$/)
  await sees(/^Times on /)
  await press(page.locator('ul').getByRole('button').last())
  await press('Yes, change it')
  await sees('Your appointment has been changed')
  expect((await stage.read(id)).start).not.toBe(start)
})

/** A booked appointment that a customer has opened in two windows, both at the free times of a move. */
async function inTwoWindows(day: number) {
  const address = newAddress()
  const { start, further } = inCalendar(day)
  const { id } = await stage.book(address, start, further)
  const link = await stage.manageLink(address)
  const other = await openWindow(stage)
  for (const one of [visitor, other]) {
    await one.page.goto(link)
    await one.press('Change time')
    await one.button(/^Next free time: /).waitFor()
  }
  return { id, other }
}

it('a customer who moves in one tab sees this in the other when choosing a time', async () => {
  const { other } = await inTwoWindows(12)
  await other.press(/^Next free time: /)
  await other.press('Yes, change it')
  await other.sees('Your appointment has been changed')
  await visitor.press(/^Next free time: /)
  await visitor.sees('This link has been replaced.')
  visitor.expectFailed(400, 403)
  await other.leave()
})

it('a customer who cancels in one tab sees this in the other when choosing a time', async () => {
  const { page, press, sees } = visitor
  const { id, other } = await inTwoWindows(12)
  await press(/, \d+ free times?$/)
  await sees(/^Times on /)
  await other.page.reload()
  await other.press('Cancel appointment')
  await other.press('Yes, cancel it')
  await other.sees('Your appointment has been cancelled')
  await press(page.locator('ul').getByRole('button').last())
  await sees('This appointment has just been changed.')
  await page.getByText('This appointment is cancelled.').first().waitFor()
  expect(await stage.read(id)).toMatchObject({ state: 'CANCELLED' })
  visitor.expectFailed(400, 403)
  await other.leave()
})

it('the response to a move is lost, and trying again after the hold has ended moves once', async () => {
  const { page, press, sees } = visitor
  const address = newAddress()
  const { start, further } = inCalendar(14)
  const { id } = await stage.book(address, start, further)
  await page.clock.install()
  await page.goto(await stage.manageLink(address))
  await press('Change time')
  await press(/^Next free time: /)
  await page.getByText(/^We’re holding \d\d:\d\d for you until/).waitFor()
  let isLost = false
  await page.route('**/appointments/reschedule', async (route) => {
    if (isLost) return route.continue()
    isLost = true
    await route.fetch()
    await route.abort('failed')
  })
  await press('Yes, change it')
  await page.getByText('We didn’t hear back').waitFor()
  visitor.expectFaults(/net::ERR_FAILED/)
  const moved = await stage.read(id)
  expect(moved.start).not.toBe(start)
  // the end of the hold is announced, and then reached
  for (const minutes of [4, 6]) await page.clock.fastForward(minutes * 60_000)
  await press('Yes, change it')
  await sees('Your appointment has been changed')
  expect(await stage.read(id)).toMatchObject({ start: moved.start })
  // its queue may reassign a moved appointment, which is a change of its own
  const { content } = (await done(stage.supervisor('GET', `/api/v2/appointments/${id}/timeline`))) as {
    content: { type: string }[]
  }
  expect(content.filter(({ type }) => type === 'APRescheduledEvent')).toHaveLength(1)
})

it('staff change an appointment while its page is open: it is not cancelled before the customer sees the change', async () => {
  const { page, press, sees } = visitor
  const address = newAddress()
  const { id } = await stage.book(address, daysAhead(23, '09:00:00'))
  await page.goto(await stage.manageLink(address))
  await sees('Advice')
  await press('Cancel appointment')
  await done(stage.supervisor('PUT', `${V2}/reschedule`, { id, start: daysAhead(24, '10:00:00') }))
  await press('Yes, cancel it')
  await sees('This appointment has just been changed.')
  visitor.expectFailed(412)
  expect(await stage.read(id)).toMatchObject({ state: 'SCHEDULED' })
  // the page asks again, with the new time
  await sees('Cancel this appointment?')
  await press('Yes, cancel it')
  await sees('Your appointment has been cancelled')
  expect(await stage.read(id)).toMatchObject({ state: 'CANCELLED' })
})

it('a customer who changes the language keeps the typed reason', async () => {
  const { page, press, fill, sees } = visitor
  const address = newAddress()
  const { id } = await stage.book(address, daysAhead(18, '09:00:00'))
  await page.goto(await stage.manageLink(address))
  await press('Cancel appointment')
  await fill('Reason (optional)', 'No longer needed')
  await press('Deutsch')
  await sees('Diesen Termin absagen?')
  await expect.poll(() => focusedText(page)).toBe('Deutsch')
  expect(await page.title()).toBe('Ihr Termin')
  await press('Ja, absagen')
  await sees('Ihr Termin wurde abgesagt')
  expect(await stage.read(id)).toMatchObject({
    state: 'CANCELLED',
    cancellation: { reason: 'No longer needed' },
  })
})

it('a customer adds an appointment in person to a calendar', async () => {
  const { page, press, sees } = visitor
  const address = newAddress()
  const text = '12 Quay Street, Harbourtown'
  const { id } = await stage.book(address, daysAhead(28, '09:00:00'), {
    place: { channel: 'IN_PERSON', text },
  })
  await page.goto(await stage.manageLink(address))
  await sees('Advice')
  await page.getByText(text).waitFor()
  await press(page.locator('summary', { hasText: 'Add to calendar' }))
  const saved = page.waitForEvent('download')
  await press('Calendar file')
  const file = await readFile(await (await saved).path(), 'utf8')
  expect(file).toContain('METHOD:PUBLISH')
  expect(file.replaceAll('\r\n ', '')).toContain(`UID:${id}`)
  const google = await page.getByRole('link', { name: 'Google Calendar' }).getAttribute('href')
  expect(new URL(google!).searchParams.get('location')).toContain(text)
})

it('every link that is not valid says why', async () => {
  const { page, press, fill, sees } = visitor
  const moved = newAddress()
  await stage.book(moved, daysAhead(25, '09:00:00'))
  const old = await stage.manageLink(moved)
  await page.goto(old)
  await press('Change time')
  await fill('Date', daysAhead(26).slice(0, 10))
  await press('Continue')
  await press('Yes, change it')
  await sees('Your appointment has been changed')
  await page.goto(old)
  await sees('This link has been replaced.')

  const cancelled = newAddress()
  const booked = await stage.book(cancelled, daysAhead(27, '09:00:00'))
  const [link, room] = [await stage.manageLink(cancelled), await roomLink(stage, booked)]
  await done(stage.supervisor('PUT', `${V2}/${booked.id}/cancel`, {}))
  await page.goto(link)
  await sees('This appointment is cancelled.')
  await page.goto(room)
  await sees('This appointment is cancelled.')

  await openCompany(stage, 'history', { allowPast: true })
  const yesterday = await stage.book('', daysAhead(-1, '09:00:00'), {
    applicationId: 'history',
    customers: [{ contact: { primaryEmail: newAddress() } }],
  })
  await page.goto(await roomLink(stage, yesterday))
  await sees('This appointment is over.')

  for (const path of ['manage', 'join']) {
    await page.goto(`${stage.system.gatewayUrl}/${path}/unknown`)
    await sees('This link isn’t valid.')
  }
  visitor.expectFailed(400, 404)
})

it('after each deadline its button disappears, even from a page that is already open', async () => {
  const { page, sees, button } = visitor
  await openCompany(stage, 'strict', { customerCancelCutoff: 'P2D' })
  await stage.put('applications/strict/availability', { customerMoveCutoff: 'P3D' })
  const start = new Date(Date.now() + 2 * 86_400_000 + 20_000).toISOString()
  const address = newAddress()
  await stage.book(address, start, { applicationId: 'strict' })
  await page.goto(await stage.manageLink(address))
  await sees('Advice')
  expect(await button('Change time').count()).toBe(0)
  await page.getByText('It’s too late to change this online. Please call us.').waitFor()
  await page.getByText(/^You can cancel until /).waitFor()
  await button('Cancel appointment').waitFor({ state: 'visible' })
  await button('Cancel appointment').waitFor({ state: 'detached', timeout: 30_000 })
  expect(await page.getByText(/^You can cancel until /).count()).toBe(0)
})

it('opening a link in a browser that runs scripts changes nothing', async () => {
  const { page } = visitor
  const address = newAddress()
  const soon = new Date(Date.now() + 3_603_000).toISOString()
  const booked = await stage.book(address, soon)
  const mails = [
    await stage.smtp.waitFor((mail) => mail.to.includes(address) && !('list-unsubscribe' in mail.headers)),
    await stage.smtp.waitFor((mail) => mail.to.includes(address) && 'list-unsubscribe' in mail.headers),
  ]
  const links = new Set(
    mails.flatMap(({ text, html, headers }) =>
      [text, html, headers['list-unsubscribe'] ?? ''].flatMap((one) =>
        [...one.replaceAll('&amp;', '&').matchAll(/https?:\/\/127\.0\.0\.1[^\s"'<>)]+/g)].map(
          ([link]) => link,
        ),
      ),
    ),
  )
  expect([...links].map((link) => new URL(link).pathname.split('/')[1]).sort()).toEqual(
    expect.arrayContaining(['manage', 'unsubscribe']),
  )
  await stage.databases.untilQuiet()
  const before = [await stage.databases.counts(), await stage.read(booked.id)]
  for (const link of links) {
    await page.goto(link, { waitUntil: 'networkidle' })
    await page.getByRole('heading', { level: 1 }).waitFor()
  }
  expect([await stage.databases.counts(), await stage.read(booked.id)]).toEqual(before)
})
