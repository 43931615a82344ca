import { afterAll, beforeAll, expect, it } from 'vitest'
import { activate, agentSets, bookCall, presenceOf, roomLink } from '../../support/calls.ts'
import { openCompany, startPagesStage, type PagesStage } from '../../support/pages-stage.ts'
import { openWindow, type Visitor } from '../../support/visitor.ts'

let stage: PagesStage
let visitor: Visitor
beforeAll(async () => {
  stage = await startPagesStage()
  // the outcome is decided as soon as the last participant leaves
  await openCompany(stage, 'bank', { rejoinGrace: 'PT0S' })
  visitor = await openWindow(stage)
})
afterAll(async () => {
  await visitor.leave()
  await stage.close()
})

it('a customer waits, joins the test room with the agent, and leaves; the outcome is COMPLETED', async () => {
  const { page, press, sees, button, context } = visitor
  const appointment = await bookCall(stage, 20)
  const { id } = appointment
  const link = await roomLink(stage, appointment)
  await page.goto(link)
  await sees(/^Your appointment starts at \d\d:\d\d\.$|^Your call starts at \d\d:\d\d\.$/)
  await page.getByText('The room isn’t open yet.').waitFor()
  expect(presenceOf(await stage.read(id), 'CUSTOMER')).toBeUndefined()

  // a key press on the page shows that a person is waiting
  await page.keyboard.press('Tab')
  await expect.poll(async () => presenceOf(await stage.read(id), 'CUSTOMER')).toBe('WAITING')

  await activate(stage, id)
  await agentSets(stage, id, 'JOINED')
  await page.reload()
  await sees('Your room is open.')
  await page.getByText('We’re waiting for you.').waitFor()
  expect(await page.title()).toBe('Your room is open. We’re waiting for you.')
  await press('Join now')
  await sees('Test room')
  expect(context.pages()).toHaveLength(1)
  await page.getByText('Ada').waitFor()
  await page.getByText('You', { exact: true }).waitFor()
  await page.getByText('An agent').waitFor()
  expect(presenceOf(await stage.read(id), 'CUSTOMER')).toBe('JOINED')

  // the appointment has begun when they leave
  await expect.poll(() => Date.parse(appointment.start) < Date.now(), { timeout: 30_000 }).toBe(true)
  await press('Leave')
  await sees('You’ve left the call.')
  expect(page.url().split('?')[0]).toBe(link)
  expect(presenceOf(await stage.read(id), 'CUSTOMER')).toBe('LEFT')
  await button('Join again').waitFor()
  await agentSets(stage, id, 'LEFT')
  await expect
    .poll(async () => (await stage.read(id)).outcome, { timeout: 30_000, interval: 500 })
    .toBe('COMPLETED')
}, 90_000)
