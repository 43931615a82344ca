import { daysAhead } from '@appointments/testing'
import type { Request } from '@appointments/testing/browser'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { signIn, startDeskStage, type DeskStage } from '../../support/desk-stage.ts'
import { focusedText } from '../../support/visitor.ts'

const LIMIT_MS = 90_000

let stage: DeskStage
beforeAll(async () => {
  stage = await startDeskStage()
})
afterAll(() => stage.close())

describe('the desk', () => {
  it(
    'keeps its address through the sign-in and a reload, and asks again in every tab after signing out',
    async () => {
      const visitor = await signIn(stage, 'Max Weber', '/appointments?state=CANCELLED')
      const { page, press, sees } = visitor
      await sees('Appointments')
      expect(page.url()).toBe(`${stage.desk}/appointments?state=CANCELLED`)
      await page.getByText('No appointments match these filters.').waitFor()
      await page.reload()
      await sees('Appointments')
      expect(page.url()).toBe(`${stage.desk}/appointments?state=CANCELLED`)
      // tokens are only in the memory of the page
      const stored = await page.evaluate<string>(
        'JSON.stringify([{ ...localStorage }, { ...sessionStorage }])',
      )
      expect(stored).not.toContain('eyJ')
      const other = await visitor.context.newPage()
      await other.goto(stage.desk)
      await other.getByRole('heading', { name: 'Today' }).waitFor()
      await page.bringToFront()
      await press('Sign out')
      await other.getByRole('heading', { name: 'Sign in to the desk' }).waitFor()
      await sees('Sign in to the desk')
      await page.reload()
      await sees('Sign in to the desk')
      await visitor.leave()
    },
    LIMIT_MS,
  )

  it(
    'keeps the typed text if the session ends',
    async () => {
      const { id } = await stage.book('typed@desk.example.com', daysAhead(6, '09:00:00'), {
        serviceTypeId: 'advice',
      })
      const visitor = await signIn(stage, 'Max Weber', `/appointments/${id}`)
      const { page, press, fill, sees, context } = visitor
      await sees('Ada')
      await press('Cancel appointment')
      await sees('Cancel this appointment?')
      await fill('Reason (optional)', 'The branch is closed')
      await page.route('**/api/v2/appointments/*/cancel', (route) =>
        route.fulfill({
          status: 401,
          contentType: 'application/problem+json',
          body: '{"code":"UNAUTHORIZED"}',
        }),
      )
      stage.issuer.endSessions()
      await press(page.getByRole('dialog').getByRole('button', { name: 'Cancel appointment' }))
      await sees('Your session has ended.')
      await page.unroute('**/api/v2/appointments/*/cancel')
      const [opened] = await Promise.all([context.waitForEvent('page'), press('Sign in again')])
      await opened.getByRole('link', { name: /^Max Weber/ }).click()
      await page.getByRole('heading', { name: 'Cancel this appointment?' }).waitFor({ state: 'detached' })
      expect(await page.getByRole('dialog').count()).toBe(0)
      expect(await stage.read(id)).toMatchObject({
        state: 'CANCELLED',
        cancellation: { reason: 'The branch is closed' },
      })
      // the rejected request, and the refresh that the issuer rejects
      visitor.expectFailed(400, 401)
      await visitor.leave()
    },
    LIMIT_MS,
  )

  it(
    'an agent books for a customer by keyboard, and the customer gets the confirmation',
    async () => {
      const address = 'booked@desk.example.com'
      const visitor = await signIn(stage, 'Max Weber')
      const { page, press, fill, sees } = visitor
      await sees('Today')
      await press('Book')
      await sees('Book an appointment')
      const dialog = page.getByRole('dialog')
      await press(dialog.getByRole('button', { name: 'Book' }))
      await dialog.getByText('Enter the customer’s name.').first().waitFor()
      await fill('First name', 'Katherine')
      await fill('Last name', 'Johnson')
      await fill('E-mail address', address)
      await fill('Date', daysAhead(10, '00:00:00').slice(0, 10))
      const time = dialog.getByRole('radio', { name: '11:00' })
      await time.focus()
      await page.keyboard.press('Space')
      await press(dialog.getByRole('button', { name: 'Book' }))
      await sees('Katherine Johnson')
      await expect.poll(() => focusedText(page)).toBe('Katherine Johnson')
      const id = new URL(page.url()).pathname.split('/').at(-1) ?? ''
      expect(await stage.read(id)).toMatchObject({ state: 'SCHEDULED', serviceTypeId: 'advice' })
      await stage.smtp.waitFor(({ to }) => to.includes(address), 15_000)
      const timeline = page.getByRole('region', { name: 'Timeline' })
      for (const text of ['Booked', 'Max Weber', 'Confirmation, e-mail'])
        await timeline.getByText(text).first().waitFor({ timeout: 30_000 })
      await visitor.leave()
    },
    LIMIT_MS,
  )

  it(
    'an agent moves and cancels by keyboard, and the timeline shows both with their messages',
    async () => {
      const address = 'customer@desk.example.com'
      const { id } = await stage.book(address, daysAhead(7, '09:00:00'), { serviceTypeId: 'advice' })
      const before = (await stage.read(id)).start
      const visitor = await signIn(stage, 'Max Weber')
      const { page, press, fill, tick, sees } = visitor
      await sees('Today')
      await fill('Search appointments', 'Ada')
      await press('Search')
      await sees('Appointments for “Ada”')
      await expect.poll(() => focusedText(page)).toBe('Appointments for “Ada”')
      expect(new URL(page.url()).search).not.toContain('Ada')
      await page.goto(`${stage.desk}/appointments/${id}`)
      await sees('Ada')
      await page.getByText(address).waitFor()

      await press('Move')
      await sees('Move the appointment')
      await page.getByRole('radio').first().waitFor()
      await page.getByRole('radio', { name: '12:30' }).focus()
      await page.keyboard.press('Space')
      await press(page.getByRole('dialog').getByRole('button', { name: 'Move' }))
      await page.getByRole('dialog').waitFor({ state: 'detached' })
      await expect.poll(() => focusedText(page)).toBe('Move')
      expect((await stage.read(id)).start).not.toBe(before)
      await page.getByText('Moved', { exact: true }).waitFor()

      await press('Cancel appointment')
      await sees('Cancel this appointment?')
      await fill('Reason (optional)', 'No longer needed')
      await tick('Notify the customer')
      await press(page.getByRole('dialog').getByRole('button', { name: 'Cancel appointment' }))
      await page.getByRole('dialog').waitFor({ state: 'detached' })
      expect(await stage.read(id)).toMatchObject({
        state: 'CANCELLED',
        cancellation: { reason: 'No longer needed' },
      })
      const timeline = page.getByRole('region', { name: 'Timeline' })
      await timeline.getByText('No longer needed').waitFor()
      for (const text of ['Booked', 'Moved', 'Max Weber', 'Confirmation, e-mail'])
        await timeline.getByText(text).first().waitFor()
      await visitor.leave()
    },
    LIMIT_MS,
  )

  it(
    'shows the changes of another person without a reload',
    async () => {
      const visitor = await signIn(stage, 'Max Weber')
      const { page, sees } = visitor
      await sees('Today')
      const { id } = await stage.book('live@desk.example.com', daysAhead(8, '09:00:00'), {
        serviceTypeId: 'advice',
      })
      await page.goto(`${stage.desk}/appointments/${id}`)
      await sees('Ada')
      await stage.supervisor('PUT', `/api/v2/appointments/${id}/cancel`, { reason: 'Changed elsewhere' })
      await page.getByRole('region', { name: 'Details' }).getByText('Changed elsewhere').waitFor()
      expect(await page.getByText('Not live').count()).toBe(0)
      await visitor.leave()
    },
    LIMIT_MS,
  )

  it(
    'a supervisor finds a customer who was not reached, sees why, corrects the address and resends the message',
    async () => {
      const start = daysAhead(9, '09:00:00')
      const book = (address: string, firstName: string) =>
        stage.book(address, start, {
          serviceTypeId: 'advice',
          customers: [{ name: { firstName }, contact: { primaryEmail: address } }],
        })
      await book('550@desk.example.com', 'Grace')
      await book('greylist@desk.example.com', 'Barbara')
      const visitor = await signIn(stage, 'Max Weber', '/messages')
      const { page, press, fill, tick, sees } = visitor
      await sees('Not reached')
      const row = (name: string) => page.getByRole('row').filter({ hasText: name })
      const isOfDays = (request: Request) =>
        request.url().endsWith('/notifications/search') &&
        Date.parse((request.postDataJSON() as { from: string }).from) < Date.now() - 2 * 86_400_000
      const refreshed = (wanted: ReturnType<typeof row>) =>
        expect
          .poll(
            async () => {
              await page.getByLabel('Period').selectOption('1')
              // wait for the list, because a list that arrives later would clear the selected messages
              const list = page.waitForResponse((response) => isOfDays(response.request()))
              await page.getByLabel('Period').selectOption('7')
              await list
              // the list needs a moment to load, and choosing another period would start again
              await wanted.first().waitFor({ timeout: 3000 })
              return wanted.count()
            },
            { timeout: 30_000 },
          )
          .toBeGreaterThan(0)
      await refreshed(row('Grace').filter({ hasText: 'Failed' }))
      await row('Grace')
        .getByText(/the (provider rejected it|address doesn’t exist any more)/)
        .waitFor()
      expect(await row('Barbara').count()).toBe(0)

      await press(row('Grace').getByRole('button', { name: /^Correct address/ }))
      await sees('Correct the address and send again')
      await fill('E-mail address', 'grace@desk.example.com')
      await press('Save and send again')
      await page.getByRole('dialog').waitFor({ state: 'detached' })
      const corrected = await stage.smtp.waitFor(({ to }) => to.includes('grace@desk.example.com'), 15_000)
      expect(corrected.subject).not.toBe('')
      await row('Grace').waitFor({ state: 'detached' })

      await page.getByLabel('Show').selectOption('ALL')
      await sees('Messages')
      const box = row('Barbara').getByRole('checkbox')
      await refreshed(row('Barbara').filter({ has: page.getByRole('checkbox') }))
      await tick(box.first())
      await press('Send 1 message again')
      await page.getByText('1 message is being sent again').waitFor()
      const mail = await stage.smtp.waitFor(({ to }) => to.includes('greylist@desk.example.com'), 15_000)
      expect(mail.subject).not.toBe('')
      await row('Barbara').getByText('Delivered').first().waitFor()
      const confirmation = row('Barbara').filter({ hasText: 'Confirmation, e-mail' })
      await press(confirmation.getByRole('button', { name: /^Show/ }).first())
      await sees('Confirmation, e-mail')
      await page.frameLocator('dialog iframe').getByText('Barbara').first().waitFor()
      await press('Close')
      await visitor.leave()
    },
    LIMIT_MS,
  )
})
