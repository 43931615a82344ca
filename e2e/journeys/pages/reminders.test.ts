import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import { evaluate } from '@appointments/testing/browser'
import { onePixel } from '../../src/sample-requests.ts'
import { tokenFor } from '../../src/tokens.ts'
import { sendRaw } from '../support/raw-request.ts'
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
/** The reminder of a new appointment. */
async function reminder() {
  const address = `customer-${++lastCustomer}@reminders.example.com`
  await stage.book(address, new Date(Date.now() + 3_603_000).toISOString())
  const isReminder = (mail: { to: readonly string[]; headers: object }) =>
    mail.to.includes(address) && 'list-unsubscribe' in mail.headers
  return stage.smtp.waitFor(isReminder, 15_000)
}
const linkIn = ({ headers }: Awaited<ReturnType<typeof reminder>>) =>
  /http[^>]+/.exec(headers['list-unsubscribe'] ?? '')![0]
const unsubscribeLink = async () => linkIn(await reminder())
const isStopped = async (link: string) => {
  const response = await fetch(link.replace('/unsubscribe/', '/api/v2/unsubscribe/'))
  return ((await response.json()) as { stopped: boolean }).stopped
}

it('a reminder and the page behind its link show the same company', async () => {
  const { page, sees } = visitor
  const { status } = await sendRaw(stage.system.gatewayUrl, {
    method: 'PUT',
    path: '/api/v2/applications/bank/presentation/logo',
    headers: { authorization: `Bearer ${tokenFor('ROLE_CLIENT_SERVICE')}`, 'content-type': 'image/png' },
    body: onePixel,
  })
  expect(status).toBe(200)
  const mail = await reminder()
  const inMail = /<img src="([^"]+)" alt="Harbour Bank"/.exec(mail.html)![1]
  expect(mail.html).toContain('tel:')
  expect(mail.text).toContain('Need help?\n+4930123456')
  await page.goto(linkIn(mail))
  await sees('Stop reminders?')
  const logo = page.getByRole('img', { name: 'Harbour Bank' })
  expect(new URL((await logo.getAttribute('src'))!, page.url()).href).toBe(inMail)
  expect(await evaluate(page, 'document.querySelector("img").naturalWidth')).toBe(1)
  await page.getByRole('link', { name: '+4930123456' }).waitFor()
})

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

it('a customer stops reminders and starts them again without scripts, in German', async () => {
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

it('the mail program of a customer stops reminders with one request (RFC 8058)', async () => {
  const link = await unsubscribeLink()
  const body = new URLSearchParams({ 'List-Unsubscribe': 'One-Click' })
  expect((await fetch(link, { method: 'POST', body })).status).toBe(200)
  expect(await isStopped(link)).toBe(true)
  await visitor.page.goto(link)
  await visitor.sees('You won’t get reminders any more.')
})
