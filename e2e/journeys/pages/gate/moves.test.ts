import { daysAhead } from '@appointments/testing'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openCalendar, startPagesStage, type PagesStage } from '../../support/pages-stage.ts'
import { focusedText, openWindow, type Visitor } from '../../support/visitor.ts'

let stage: PagesStage
let visitor: Visitor
beforeAll(async () => {
  stage = await startPagesStage()
  await openCalendar(stage, 'advice')
  visitor = await openWindow(stage)
})
afterAll(async () => {
  await visitor.leave()
  await stage.close()
})

it('a customer moves twice among free times and cancels, from one tab and by keyboard alone', async () => {
  const { page, press, fill, sees } = visitor
  const address = 'customer@moves.example.com'
  const { id } = await stage.book(address, daysAhead(8, '09:00:00'), {
    applicationId: 'advice',
    serviceTypeId: 'advice',
  })
  const link = await stage.manageLink(address)
  await page.goto(link)
  await sees('Advice')

  const addresses = [page.url()]
  // The booking is at 10:00 or 11:00 in this zone, and may be on the first day of a month. Both new times differ from
  // it.
  for (const time of ['14:00', '12:30']) {
    const before = (await stage.read(id)).start
    await press('Change time')
    await sees('Choose a day and time')
    await press('Next month')
    await page
      .getByRole('button', { name: /, \d+ free times$/ })
      .first()
      .waitFor()
    await press(/, \d+ free times$/)
    await sees(/^Times on /)
    await expect.poll(() => focusedText(page)).toMatch(/^Times on /)
    await press(time)
    await sees(new RegExp(`^Change from .* to .*${time}\\?$`))
    expect(await page.getByText(`We’re holding ${time} for you until`).count()).toBe(1)
    await press('Yes, change it')
    await sees('Your appointment has been changed')
    await expect.poll(() => focusedText(page)).toBe('Your appointment has been changed')
    const { start: after } = await stage.read(id)
    expect(after).not.toBe(before)
    expect(await page.getByText(time).count()).toBeGreaterThan(0)
    addresses.push(page.url())
  }
  // each move replaces the link, and the page continues with the new one
  expect(new Set(addresses).size).toBe(3)
  await page.reload()
  await sees('Advice')

  await press('Cancel appointment')
  await sees('Cancel this appointment?')
  await fill('Reason (optional)', 'No longer needed')
  await press('Yes, cancel it')
  await sees('Your appointment has been cancelled')
  expect(await stage.read(id)).toMatchObject({
    state: 'CANCELLED',
    cancellation: { reason: 'No longer needed' },
  })
})
