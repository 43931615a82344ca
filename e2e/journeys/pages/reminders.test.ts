import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import { openCompany, startPagesStage, type PagesStage } from '../support/pages-stage.ts'
import { openWindow, type Visitor } from '../support/visitor.ts'

let stage: PagesStage
let visitor: Visitor
beforeAll(async () => {
  stage = await startPagesStage()
  await openCompany(stage, 'bank')
})
afterAll(() => stage.close())
beforeEach(async () => {
  visitor = await openWindow(stage)
})
afterEach(() => visitor.leave())

let lastCustomer = 0
/** The link to unsubscribe in the reminder of a new appointment. */
async function unsubscribeLink(): Promise<string> {
  const address = `customer-${++lastCustomer}@reminders.example.com`
  await stage.book(address, new Date(Date.now() + 3_603_000).toISOString())
  const isReminder = (mail: { to: readonly string[]; headers: object }) =>
    mail.to.includes(address) && 'list-unsubscribe' in mail.headers
  const { headers } = await stage.smtp.waitFor(isReminder, 15_000)
  return /http[^>]+/.exec(headers['list-unsubscribe'] ?? '')![0]
}
const isStopped = async (link: string) => {
  const response = await fetch(link.replace('/unsubscribe/', '/api/v2/unsubscribe/'))
  return ((await response.json()) as { stopped: boolean }).stopped
}

it('a customer stops reminders and starts them again', async () => {
  const { page, press, sees } = visitor
  const link = await unsubscribeLink()
  await page.goto(link)
  await sees('Stop reminders?')
  expect(await isStopped(link)).toBe(false)
  await press('Yes, stop them')
  await sees('You won’t get reminders any more.')
  expect(await isStopped(link)).toBe(true)
  await press('Start them again')
  await sees('Stop reminders?')
  expect(await isStopped(link)).toBe(false)
})

it('a customer does so without scripts, in German', async () => {
  const link = await unsubscribeLink()
  const guest = await openWindow(stage, { javaScriptEnabled: false, locale: 'de' })
  await guest.page.goto(link)
  await guest.sees('Keine Erinnerungen mehr?')
  await guest.press('Ja, keine mehr')
  await guest.sees('Sie bekommen keine Erinnerungen mehr.')
  expect(await isStopped(link)).toBe(true)
  await guest.press('Wieder erinnern')
  await guest.sees('Keine Erinnerungen mehr?')
  expect(await isStopped(link)).toBe(false)
  await guest.leave()
})

it('the program of a customer stops reminders with one request (RFC 8058)', async () => {
  const link = await unsubscribeLink()
  const body = new URLSearchParams({ 'List-Unsubscribe': 'One-Click' })
  expect((await fetch(link, { method: 'POST', body })).status).toBe(200)
  expect(await isStopped(link)).toBe(true)
  await visitor.page.goto(link)
  await visitor.sees('You won’t get reminders any more.')
})
