import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { startBrowserWithCamera } from '@appointments/testing/browser'
import { done } from '../../src/done.ts'
import { activate, bookCall, presenceOf, roomLink } from '../support/calls.ts'
import { openCompany, startPagesStage, type PagesStage } from '../support/pages-stage.ts'
import { openWindow, type Visitor } from '../support/visitor.ts'

const V2 = '/api/v2/appointments'

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

it('a customer who comes back from the room can join again or finish', async () => {
  const { page, press, sees } = visitor
  const appointment = await bookCall(stage, 60)
  const { id } = appointment
  await activate(stage, id)
  await page.goto(await roomLink(stage, appointment))
  await press('Join now')
  await sees('Test room')
  await page.goBack()
  await sees('You’ve left the call.')
  await press('Finish')
  await page.getByText('You can close this page.').waitFor()
  expect(presenceOf(await stage.read(id), 'CUSTOMER')).toBe('LEFT')
  await press('Join again')
  await sees('Test room')
  expect(presenceOf(await stage.read(id), 'CUSTOMER')).toBe('JOINED')
})

it('a customer is not waiting days ahead, although the room opens with the booking and can be joined', async () => {
  const { page, press, sees } = visitor
  await openCompany(stage, 'ready', { autoActivate: true })
  const appointment = await bookCall(stage, 3 * 86_400, { applicationId: 'ready' })
  const { id } = appointment
  expect((await stage.read(id)).state).toBe('ACTIVATED')
  await page.goto(await roomLink(stage, appointment))
  await sees(/^Your video call starts in \d days\.$/)
  await page.getByText(/^The room is open already\. We expect you from \d\d:\d\d\./).waitFor()
  const requests: string[] = []
  page.on('request', (request) => requests.push(`${request.method()} ${new URL(request.url()).search}`))
  await page.getByRole('heading').first().click()
  await press('Join now')
  await sees('Test room')
  expect(requests.filter((one) => one.startsWith('PUT'))).toEqual(['PUT ?state=JOINED'])
  expect(presenceOf(await stage.read(id), 'CUSTOMER')).toBe('JOINED')
})

it('the test room, opened without the link of a customer, says how to join and reports no presence', async () => {
  const { page, sees, button } = visitor
  const { id } = await bookCall(stage, 60)
  await activate(stage, id)
  const { url } = (await done(stage.supervisor('GET', `${V2}/${id}/room`))) as { url: string }
  await page.goto(url)
  await sees('Test room')
  await page.getByText('To join, use the link in our message.').waitFor()
  expect(await button('Leave').count()).toBe(0)
  expect(presenceOf(await stage.read(id), 'CUSTOMER')).toBeUndefined()
})

it.each([
  [{ channel: 'PHONE' }, /^We’ll call you on …\u2060456 at \d\d:\d\d\.$/],
  [{ channel: 'IN_PERSON', text: '12 Quay Street' }, /^Please come to .*12 Quay Street at \d\d:\d\d\.$/],
])('an appointment by %j has no room to test', async (place, words) => {
  const { page, button } = visitor
  const contact = { primaryEmail: 'ada@call.example.com', primaryPhone: '+4930123456' }
  const appointment = await stage.book('', new Date(Date.now() + 3 * 86_400_000).toISOString(), {
    place,
    customers: [{ contact }],
  })
  await page.goto(await roomLink(stage, appointment))
  await visitor.sees(/^Your appointment starts in \d days\.$/)
  await page.getByText(words).waitFor()
  expect(await button('Test camera and microphone').count()).toBe(0)
})

describe('the test of camera and microphone', () => {
  const test = async ({ page, press }: Visitor, words: RegExp) => {
    await page.goto(await roomLink(stage, await bookCall(stage, 600)))
    await press('Test camera and microphone')
    await page.getByText(words).waitFor()
  }

  it('names what is missing if there is no camera', async () => {
    await test(visitor, /^We can’t find a camera and a microphone\./)
  })

  it.each([
    ['granted', true, /^Your camera and microphone work\.$/],
    ['denied', false, /^Your browser doesn’t allow the camera or the microphone\./],
  ])('shows the picture, or how to allow it, if it is %s', async (_, isAllowed, words) => {
    const browser = await startBrowserWithCamera()
    const guest = await openWindow(
      { ...stage, browser },
      { permissions: isAllowed ? ['camera', 'microphone'] : [] },
    )
    await test(guest, words)
    expect(await guest.page.locator('video').count()).toBe(isAllowed ? 1 : 0)
    await guest.leave()
    await browser.close()
  })
})
