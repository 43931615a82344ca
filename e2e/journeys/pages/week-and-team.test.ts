import { daysAhead } from '@appointments/testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { done } from '../../src/done.ts'
import { activate, roomLink } from '../support/calls.ts'
import { openCompany } from '../support/pages-stage.ts'
import { signIn, startDeskStage, type DeskStage } from '../support/desk-stage.ts'
import { focusedText, openWindow } from '../support/visitor.ts'

const LIMIT_MS = 90_000

let stage: DeskStage
beforeAll(async () => {
  stage = await startDeskStage()
  const common = { timezone: 'Europe/Berlin', scheduleId: 'always', queues: [{ queueId: 'advice' }] }
  await stage.put('teams/north', { name: 'North' })
  await stage.put('agents/anna', { ...common, displayName: 'Anna', teamIds: ['north'] })
  await stage.put('agents/ben', { ...common, displayName: 'Ben', managesOwnAbsence: true })
  // the first calculation takes longest, and bookings wait for it only briefly
  await done(stage.machine('GET', '/api/v2/availability/slots?applicationId=bank&serviceTypeId=advice'))
})
afterAll(() => stage.close())

/** Books an appointment of an agent. @param time in UTC, like `09:00:00` */
const bookFor = (agent: string, customer: string, day: number, time: string) =>
  stage.book(`${customer.toLowerCase()}@team.example.com`, daysAhead(day, time), {
    serviceTypeId: 'advice',
    targetAssignment: { id: agent, type: 'AGENT' },
    customers: [{ name: { firstName: customer }, contact: { primaryEmail: `${customer}@team.example.com` } }],
  })
const dateAhead = (day: number) => daysAhead(day, '00:00:00').slice(0, 10)
const organizerOf = async (id: string) => (await stage.read(id)).organizer?.id

describe('absences at the desk', () => {
  it(
    'a supervisor enters the absence of a sick agent and reassigns the affected appointments one by one',
    async () => {
      const [first, second] = [
        await bookFor('anna', 'Emmy', 12, '10:00:00'),
        await bookFor('anna', 'Sofia', 12, '13:00:00'),
      ]
      const [ben, visitor] = [
        await signIn(stage, 'Ben', `/week?day=${dateAhead(12)}`),
        await signIn(stage, 'Max Weber', `/team?day=${dateAhead(12)}&team=north`),
      ]
      await ben.sees(/^Week of/)
      expect(await ben.page.getByText('Emmy').count()).toBe(0)

      const { page, press, fill, sees } = visitor
      await sees(/^Team/)
      await page.getByRole('heading', { name: 'Anna' }).waitFor()
      expect(await page.getByRole('heading', { name: 'Ben' }).count()).toBe(0)
      await page.getByText('2 appointments').waitFor()
      await press('Add absence Anna')
      await sees('Absence of Anna')
      await fill('Reason (optional)', 'Ill')
      await press(page.getByRole('dialog').getByRole('button', { name: 'Add absence' }))
      await sees('2 appointments are affected')
      await expect.poll(() => focusedText(page)).toBe('2 appointments are affected')
      await page.getByText('Left to reassign: 2').waitFor()

      const reassign = async (customer: string) => {
        await press(`Reassign ${customer}`)
        await sees('Reassign')
        const dialog = page.getByRole('dialog')
        const choice = dialog.getByRole('radio', { name: /^Ben/ })
        await choice.focus()
        await page.keyboard.press('Space')
        await press(dialog.getByRole('button', { name: 'Reassign' }))
        await dialog.waitFor({ state: 'detached' })
        await page.getByRole('listitem').filter({ hasText: customer }).getByText('Now with Ben').waitFor()
      }
      await reassign('Emmy')
      await page.getByText('Left to reassign: 1').waitFor()
      expect([await organizerOf(first.id), await organizerOf(second.id)]).toEqual(['ben', 'anna'])
      await page.getByRole('listitem').filter({ hasText: 'Sofia' }).getByText('Still with Anna').waitFor()
      // the other agent sees it without a reload
      await ben.page.getByRole('link', { name: /Emmy/ }).waitFor()
      await reassign('Sofia')
      await page.getByText('Left to reassign: 0').waitFor()
      await ben.page.getByRole('link', { name: /Sofia/ }).waitFor()

      await press('Back to the team')
      await sees(/^Team/)
      expect(new URL(page.url()).search).toBe(`?day=${dateAhead(12)}&team=north`)
      const anna = await signIn(stage, 'Anna', `/week?day=${dateAhead(12)}`)
      await anna.sees(/^Week of/)
      await anna.page.getByText('Time off: all day').waitFor()
      expect(await anna.page.getByRole('link', { name: /Emmy|Sofia/ }).count()).toBe(0)
      await Promise.all([visitor, ben, anna].map((one) => one.leave()))
    },
    LIMIT_MS,
  )

  it(
    'an agent who manages absences sees only its own week, enters time off and removes it',
    async () => {
      await bookFor('ben', 'Hedy', 20, '10:00:00')
      await bookFor('anna', 'Rosalind', 20, '10:00:00')
      const visitor = await signIn(stage, 'Ben', '/week')
      const { page, press, fill, tick, sees } = visitor
      await sees(/^Week of/)
      expect(await page.getByRole('link', { name: 'Team' }).count()).toBe(0)
      // a colleague in the address changes nothing
      await page.goto(`${stage.desk}/week?day=${dateAhead(20)}&agent=anna`)
      await page.getByRole('link', { name: /Hedy/ }).waitFor()
      expect(await page.getByText('Rosalind').count()).toBe(0)
      await page.getByText('Working hours: 09:00–17:00').first().waitFor()
      const title = await page.getByRole('heading', { level: 1 }).textContent()
      await press('Next')
      await expect.poll(() => page.getByRole('heading', { level: 1 }).textContent()).not.toBe(title)
      await expect.poll(() => focusedText(page)).toMatch(/^Week of/)
      expect(await page.getByText('Hedy').count()).toBe(0)
      await page.goBack()
      await page.getByRole('link', { name: /Hedy/ }).waitFor()

      await press('Add absence')
      await sees('Absence of Ben')
      await fill('First day', dateAhead(20))
      await fill('Last day', dateAhead(20))
      await tick('Whole days')
      await press(page.getByRole('dialog').getByRole('button', { name: 'Add absence' }))
      await page.getByText('Enter when the absence begins and ends.').waitFor()
      await expect.poll(() => focusedText(page)).toBe('Enter when the absence begins and ends.')
      await fill('From', '09:30')
      await fill('Until', '13:00')
      await press(page.getByRole('dialog').getByRole('button', { name: 'Add absence' }))
      await page.getByRole('main').getByText('1 appointment is affected').waitFor()
      await page.getByText('Time off: 09:30–13:00').waitFor()
      await press('Show the appointments')
      await sees('Appointments')
      await page.getByRole('link', { name: 'Hedy' }).waitFor()
      expect(await page.getByText('Rosalind').count()).toBe(0)

      await page.goto(`${stage.desk}/week?day=${dateAhead(20)}`)
      await page.getByText('Time off: 09:30–13:00').waitFor()
      await press(/^Remove .*09:30/)
      await sees('Remove this absence?')
      await press(page.getByRole('dialog').getByRole('button', { name: 'Remove' }))
      await page.getByText('No absences from this week on.').waitFor()
      await page.getByText('Time off: 09:30–13:00').waitFor({ state: 'detached' })
      await expect.poll(() => focusedText(page)).toBe('Absences')
      await visitor.leave()
    },
    LIMIT_MS,
  )

  it(
    'an agent who may not manage absences cannot add one on the page or through the API',
    async () => {
      const absence = { type: 'ABSENCE', from: daysAhead(30), until: daysAhead(31) }
      const anna = stage.callAs('ROLE_AGENT', 'anna')
      expect((await anna('POST', '/api/v2/agents/anna/exceptions', absence)).status).toBe(403)
      const visitor = await signIn(stage, 'Anna', '/week')
      await visitor.sees(/^Week of/)
      await visitor.page
        .getByText(/^(Working hours|No working hours)/)
        .first()
        .waitFor()
      expect(await visitor.button('Add absence').count()).toBe(0)
      await visitor.leave()
    },
    LIMIT_MS,
  )
})

describe('the team', () => {
  it(
    'shows immediately whose customer is waiting and who is in a call',
    async () => {
      await openCompany(stage, 'cards')
      const start = new Date(Date.now() + 300_000)
      const call = await stage.book('maria@team.example.com', start.toISOString(), {
        applicationId: 'cards',
        targetAssignment: { id: 'anna', type: 'AGENT' },
        customers: [{ name: { firstName: 'Maria' }, contact: { primaryEmail: 'maria@team.example.com' } }],
      })
      const day = new Intl.DateTimeFormat('en-CA', { timeZone: 'Europe/Berlin' }).format(start)
      const visitor = await signIn(stage, 'Max Weber', `/team?application=cards&day=${day}`)
      await visitor.sees(/^Team/)
      const anna = visitor.page.getByRole('listitem').filter({ hasText: 'Anna' })
      await anna.getByText('1 appointment').waitFor()

      const customer = await openWindow(stage)
      await customer.page.goto(await roomLink(stage, call))
      await customer.page.getByText('The room isn’t open yet.').waitFor()
      await customer.page.keyboard.press('Tab')
      await anna.getByText('Maria is waiting').waitFor()
      await activate(stage, call.id)
      const joins = `/api/v2/appointments/${call.id}/participants/anna?state=JOINED`
      await done(stage.callAs('ROLE_AGENT', 'anna')('PUT', joins))
      await anna.getByText('In a call with Maria').waitFor()
      await Promise.all([customer, visitor].map((one) => one.leave()))
    },
    LIMIT_MS,
  )
})

describe('a desk with several applications', () => {
  it(
    'names the application in every address, and drops the filters when another one is chosen',
    async () => {
      await openCompany(stage, 'loans')
      const visitor = await signIn(stage, 'Max Weber', '/appointments?application=bank&state=CANCELLED')
      await visitor.sees('Appointments')
      const { page } = visitor
      await page.getByLabel('Application').selectOption('loans')
      await page.waitForURL(`${stage.desk}/appointments?application=loans`)
      await page.getByRole('link', { name: 'Week' }).click()
      await page.waitForURL(`${stage.desk}/week?application=loans`)
      await page.evaluate('localStorage.clear()')
      await page.reload()
      await visitor.sees('Week')
      expect(await page.getByLabel('Application').inputValue()).toBe('loans')
      await visitor.leave()
    },
    LIMIT_MS,
  )
})
