import { daysAhead } from '@appointments/testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { signIn, startDeskStage, type DeskStage } from '../support/desk-stage.ts'
import { openWindow } from '../support/visitor.ts'

const LIMIT_MS = 90_000

let stage: DeskStage
beforeAll(async () => {
  stage = await startDeskStage()
})
afterAll(() => stage.close())

describe('work at the desk', () => {
  it(
    'stays in the language of the address through the sign-in, other views and a reload',
    async () => {
      const visitor = await openWindow(stage)
      const { page, press, sees } = visitor
      await page.goto(`${stage.desk}?lang=de`)
      await sees('Am Arbeitsplatz anmelden')
      await press('Anmelden')
      await sees('Sign in as')
      await press(/^Ben /)
      await sees('Heute')
      await press(page.getByRole('link', { name: 'Termine' }))
      await sees('Termine')
      expect(page.url()).toBe(`${stage.desk}/appointments?lang=de`)
      await page.reload()
      await sees('Termine')
      await visitor.leave()
    },
    LIMIT_MS,
  )

  it(
    'the second of two agents who change one appointment sees the first change before deciding',
    async () => {
      const { id } = await stage.book('two@desk.example.com', daysAhead(7, '09:00:00'), {
        serviceTypeId: 'advice',
        targetAssignment: { type: 'AGENT', id: 'ben' },
      })
      const before = await stage.read(id)
      const [ben, max] = await Promise.all([
        signIn(stage, 'Ben', `/appointments/${id}`),
        signIn(stage, 'Max Weber', `/appointments/${id}`),
      ])
      await ben.sees('Ada')
      await ben.press('Cancel appointment')
      await ben.sees('Cancel this appointment?')
      await ben.fill('Reason (optional)', 'Ben is away')

      await max.sees('Ada')
      await max.press('Move')
      await max.sees('Move the appointment')
      await max.page.getByRole('radio', { name: '12:30' }).focus()
      await max.page.keyboard.press('Space')
      await max.press(max.page.getByRole('dialog').getByRole('button', { name: 'Move' }))
      await max.page.getByRole('dialog').waitFor({ state: 'detached' })

      const cancel = ben.page.getByRole('dialog').getByRole('button', { name: 'Cancel appointment' })
      await ben.press(cancel)
      await ben.sees('Someone changed this appointment in the meantime')
      await ben.page.getByText('Max Weber: Moved').waitFor()
      expect(await ben.page.getByLabel('Reason (optional)').inputValue()).toBe('Ben is away')
      const moved = await stage.read(id)
      expect(moved).toMatchObject({ state: 'SCHEDULED' })
      expect(moved.start).not.toBe(before.start)

      await ben.press(cancel)
      await ben.page.getByRole('dialog').waitFor({ state: 'detached' })
      expect(await stage.read(id)).toMatchObject({
        state: 'CANCELLED',
        start: moved.start,
        cancellation: { reason: 'Ben is away' },
      })
      ben.expectFailed(412)
      await Promise.all([ben.leave(), max.leave()])
    },
    LIMIT_MS,
  )

  it(
    'a supervisor gives an appointment to an agent outside its working hours',
    async () => {
      await stage.put('schedules/mornings', {
        name: 'Mornings',
        hours: [{ days: ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU'], from: '07:00', to: '08:00' }],
      })
      const cora = { displayName: 'Cora', timezone: 'Europe/Berlin', scheduleId: 'mornings' }
      await stage.put('agents/cora', { ...cora, queues: [{ queueId: 'advice' }] })
      const { id } = await stage.book('cora@desk.example.com', daysAhead(8, '10:00:00'), {
        serviceTypeId: 'advice',
        targetAssignment: { type: 'AGENT', id: 'ben' },
      })
      const max = await signIn(stage, 'Max Weber', `/appointments/${id}`)
      await max.sees('Ada')
      await max.press('Reassign')
      await max.sees('Reassign the appointment')
      await max.page.getByRole('radio', { name: 'Cora' }).focus()
      await max.page.keyboard.press('Space')
      await max.press(max.page.getByRole('dialog').getByRole('button', { name: 'Reassign' }))
      await max.sees('This time is outside the agent’s calendar')
      await max.page.getByText('outside the working hours').waitFor()
      max.expectFailed(409)
      await max.press('Reassign anyway')
      await max.page.getByRole('dialog').waitFor({ state: 'detached' })
      expect(await stage.read(id)).toMatchObject({ organizer: { id: 'cora' } })
      await max.leave()
    },
    LIMIT_MS,
  )

  it(
    'a supervisor sees why a time of an agent is not offered, and books it anyway',
    async () => {
      const visitor = await signIn(stage, 'Max Weber')
      const { page, press, fill, tick, sees } = visitor
      await sees('Today')
      const services = '**/api/v2/availability/service-types?*'
      await page.route(services, (route) => route.fulfill({ status: 503, body: '{}' }))
      await press('Book')
      await sees('Book an appointment')
      await page.getByText('The service can’t be reached right now.').waitFor()
      await page.unroute(services)
      await press('Try again')

      const dialog = page.getByRole('dialog')
      await dialog.getByLabel('Agent').selectOption('agent')
      await dialog.getByRole('radio', { name: 'Ben' }).focus()
      await page.keyboard.press('Space')
      await fill('Date', daysAhead(11, '00:00:00').slice(0, 10))
      await dialog.getByRole('radio', { name: '11:00' }).waitFor()
      expect(await dialog.getByRole('radio', { name: '20:00' }).count()).toBe(0)
      await tick('Another time')
      await fill('Time', '20:00')
      await press('Why isn’t 20:00 offered?')
      await dialog.getByText('outside the working hours').waitFor()

      await fill('First name', 'Katherine')
      await fill('Last name', 'Johnson')
      await fill('E-mail address', 'anyway@desk.example.com')
      await press(dialog.getByRole('button', { name: 'Book', exact: true }))
      await sees('This time is outside the calendar')
      expect(await dialog.getByLabel('First name').inputValue()).toBe('Katherine')
      await press('Book anyway')
      await sees('Katherine Johnson')
      const id = new URL(page.url()).pathname.split('/').at(-1) ?? ''
      expect(await stage.read(id)).toMatchObject({ state: 'SCHEDULED', organizer: { id: 'ben' } })
      visitor.expectFailed(409, 503)
      await visitor.leave()
    },
    LIMIT_MS,
  )

  it(
    'an agent may not book outside the calendar, and the form keeps its values',
    async () => {
      const visitor = await signIn(stage, 'Ben')
      const { page, press, fill, tick, sees } = visitor
      await sees('Today')
      await press('Book')
      await sees('Book an appointment')
      const dialog = page.getByRole('dialog')
      await fill('Date', daysAhead(12, '00:00:00').slice(0, 10))
      await tick('Another time')
      await fill('Time', '20:00')
      await fill('First name', 'Dorothy')
      await fill('Phone number', '+4930123456')
      await press(dialog.getByRole('button', { name: 'Book', exact: true }))
      await sees('This time is outside the calendar')
      await dialog.getByText('Only some roles may book outside the calendar.').waitFor()
      expect(await dialog.getByRole('button', { name: 'Book anyway' }).count()).toBe(0)
      expect(await dialog.getByLabel('First name').inputValue()).toBe('Dorothy')
      visitor.expectFailed(409)
      await visitor.leave()
    },
    LIMIT_MS,
  )
})
