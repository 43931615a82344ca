import { daysAhead } from '@appointments/testing'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { done } from '../../src/done.ts'
import { signIn, startDeskStage, type DeskStage } from '../support/desk-stage.ts'
import { focusedText } from '../support/visitor.ts'

const LIMIT_MS = 120_000
const ADDRESS = 'katherine@booking.example.com'

let stage: DeskStage
beforeAll(async () => {
  stage = await startDeskStage()
  const notifications = { types: { CANCELLED: { channels: ['EMAIL'] } } }
  await done(stage.machine('PATCH', '/api/v2/applications/bank', { notifications }))
})
afterAll(() => stage.close())

it(
  'an agent books, moves and cancels one appointment, and its timeline shows each change and message',
  async () => {
    const visitor = await signIn(stage, 'Max Weber')
    const { page, press, fill, sees } = visitor
    const dialog = page.getByRole('dialog')
    /** Chooses a time by keyboard. */
    const choose = async (time: string) => {
      await dialog.getByRole('radio', { name: time }).focus()
      await page.keyboard.press('Space')
    }
    /** Presses the button of the dialog, which then closes. */
    const submit = async (name: string) => {
      await press(dialog.getByRole('button', { name, exact: true }))
      await dialog.waitFor({ state: 'detached' })
    }
    const timeline = page.getByRole('region', { name: 'Timeline' })
    const entry = (...texts: readonly string[]) =>
      texts.reduce((found, text) => found.filter({ hasText: text }), timeline.getByRole('listitem'))
    const tells = (...texts: readonly string[]) =>
      entry(...texts)
        .first()
        .waitFor({ timeout: 30_000 })

    await sees('Today')
    await press('Book')
    await sees('Book an appointment')
    await fill('First name', 'Katherine')
    await fill('Last name', 'Johnson')
    await fill('E-mail address', ADDRESS)
    await fill('Date', daysAhead(10).slice(0, 10))
    await choose('11:00')
    await submit('Book')
    await sees('Katherine Johnson')
    const id = new URL(page.url()).pathname.split('/').at(-1) ?? ''
    const booked = await stage.read(id)
    expect(booked).toMatchObject({ state: 'SCHEDULED', serviceTypeId: 'advice' })
    await tells('Booked', 'Max Weber')
    await tells('Delivered', 'Confirmation, e-mail')

    await press('Move')
    await sees('Move the appointment')
    await dialog.getByRole('radio').first().waitFor()
    await choose('12:30')
    await submit('Move')
    await expect.poll(() => focusedText(page)).toBe('Move')
    const moved = await stage.read(id)
    expect(Date.parse(moved.start)).toBeGreaterThan(Date.parse(booked.start))
    // the times before and after the move
    await tells('Moved', 'Max Weber', '11:00', '12:30')
    await tells('Delivered', 'Change of time, e-mail')

    await press('Cancel appointment')
    await sees('Cancel this appointment?')
    await fill('Reason (optional)', 'The branch is closed')
    expect(await dialog.getByLabel('Notify the customer').isChecked()).toBe(true)
    await submit('Cancel appointment')
    await tells('Cancelled', 'Max Weber', 'The branch is closed')
    await tells('Delivered', 'Cancellation, e-mail')
    await page.getByRole('region', { name: 'Details' }).getByText('The branch is closed').waitFor()
    expect(await stage.read(id)).toMatchObject({
      state: 'CANCELLED',
      cancellation: { reason: 'The branch is closed' },
    })
    expect(await page.getByRole('button', { name: 'Move' }).count()).toBe(0)
    // three different mails have reached the customer
    const mails = stage.smtp.messages().filter(({ to }) => to.includes(ADDRESS))
    expect(new Set(mails.map(({ subject }) => subject)).size).toBe(3)
    await visitor.leave()
  },
  LIMIT_MS,
)
