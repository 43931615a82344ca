import { readFileSync } from 'node:fs'
import { daysAhead, startWebhookReceiver, type WebhookReceiver } from '@appointments/testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { done } from '../../src/done.ts'
import { signIn, startDeskStage, type DeskStage } from '../support/desk-stage.ts'

const LIMIT_MS = 90_000
/** A PNG of one pixel. */
const LOGO = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)
const ADVICE = { serviceTypeId: 'advice' }

let stage: DeskStage
let receiver: WebhookReceiver
beforeAll(async () => {
  ;[stage, receiver] = await Promise.all([
    startDeskStage({ env: { FIGURES_EVERY_MS: '200' } }),
    startWebhookReceiver(),
  ])
})
afterAll(async () => {
  await stage.close()
  await receiver.stop()
})

describe('webhooks at the desk', () => {
  it(
    'an endpoint fails and recovers, its deliveries are read and replayed, and an old secret is ended',
    async () => {
      receiver.script({ status: 410, body: 'out of order' })
      const { supervisor, machine } = stage
      const settings = { applicationId: 'bank', url: receiver.url }
      const { id: endpoint } = (await done(machine('POST', '/api/v2/webhook-endpoints', settings))) as {
        id: string
      }
      const base = `/api/v2/webhook-endpoints/${endpoint}`
      const channels = { notifications: { types: { CREATE: { channels: ['WEBHOOKS'] } } } }
      await done(machine('PATCH', '/api/v2/applications/bank', channels))
      await stage.book('webhooks@desk.example.com', daysAhead(5, '09:00:00'), ADVICE)
      const read = () => done(supervisor('GET', base))
      await expect.poll(read, { timeout: 30_000 }).toMatchObject({ state: 'DISABLED' })

      const visitor = await signIn(stage, 'Max Weber', '/webhooks')
      const { page, press, sees, tick } = visitor
      await sees('Webhooks')
      await page.getByText('the receiver responded with 410').waitFor()
      await press(receiver.url)
      await sees('Endpoint')
      await press(page.getByRole('table').getByRole('link').first())
      await sees('Delivery')
      await page.getByRole('cell', { name: /410.*out of order/ }).waitFor()
      await page.getByText('"appointment.created"').waitFor()

      // the receiver works again, and the endpoint is switched on
      await done(machine('PUT', base, settings))
      await press('Back to the endpoint')
      await sees('Endpoint')
      await press('Test')
      await sees('Test the endpoint')
      await tick('Also send a tampered one, which must be rejected')
      await press('Send the test')
      await page.getByText('The receiver accepted the test').waitFor()
      await press('Close')
      const seen = receiver.deliveries().length
      await press('Replay')
      await sees('Send webhooks again')
      await tick('Only those that failed')
      await press('Count')
      await page.getByText(/webhooks? to send again/).waitFor()
      expect(receiver.deliveries()).toHaveLength(seen)
      await press(page.getByRole('button', { name: /^Send \d+ again$/ }))
      await receiver.waitFor(() => receiver.deliveries().length > seen, 15_000)

      await press('Rotate secret')
      await sees('Make a new secret')
      await press('Make a new secret')
      await page.getByText(/^whsec_/).waitFor()
      await press('Close')
      expect(await page.getByText(/^whsec_/).count()).toBe(0)
      await press('End now')
      await sees('End this secret now?')
      await press(page.getByRole('dialog').getByRole('button', { name: 'End now' }))
      const secrets = () => done(supervisor('GET', `${base}/secrets`))
      await expect.poll(secrets).toMatchObject([{ current: true }])
      await visitor.leave()
    },
    LIMIT_MS,
  )
})

describe('settings at the desk', () => {
  it(
    'are kept until the person agrees to lose the changes',
    async () => {
      const visitor = await signIn(stage, 'Max Weber', '/settings')
      const { page, press, fill, sees } = visitor
      await sees('Settings')
      const name = page.getByLabel('Name', { exact: true })
      await name.waitFor()
      const before = await name.inputValue()
      await fill('Name', 'Quay Bank')
      const decisions = [false, true]
      page.on('dialog', (question) => void (decisions.shift() ? question.accept() : question.dismiss()))
      await press('Appointments')
      await expect.poll(() => decisions).toEqual([true])
      expect(await name.inputValue()).toBe('Quay Bank')
      await press('Appointments')
      await sees('Appointments')
      await page.goBack()
      await sees('Settings')
      await name.waitFor()
      expect(await name.inputValue()).toBe(before)
      await visitor.leave()
    },
    LIMIT_MS,
  )

  it(
    'brand, logo and quiet hours are previewed and saved; a form keeps its values if another editor was faster',
    async () => {
      const { supervisor } = stage
      const presentation = '/api/v2/applications/bank/presentation'
      const visitor = await signIn(stage, 'Max Weber', '/settings')
      const { page, press, fill, tick, sees } = visitor
      await sees('Settings')
      await fill('Name', 'Quay Bank')
      const mail = page.frameLocator('iframe')
      await mail.getByText('Quay Bank').first().waitFor()
      expect(await done(supervisor('GET', presentation))).toMatchObject({ brand: { name: 'Harbour Bank' } })
      await tick('Dark')
      const address = () => page.locator('iframe').getAttribute('src')
      await expect.poll(address).toMatch(/scheme=dark$/)
      const shown = await fetch(new URL((await address()) ?? '', stage.system.gatewayUrl))
      expect(await shown.text()).toContain('@media all {')

      await done(supervisor('PATCH', presentation, { brand: { supportPhone: '+4930999999' } }))
      await press(page.getByRole('button', { name: 'Save' }).first())
      await sees('Someone else saved first')
      expect(await page.getByLabel('Name', { exact: true }).inputValue()).toBe('Quay Bank')
      expect(await page.getByLabel('Support phone').inputValue()).toBe('+4930999999')
      await press(page.getByRole('button', { name: 'Save' }).first())
      await page.getByText('Saved.').waitFor()
      expect(await done(supervisor('GET', presentation))).toMatchObject({
        brand: { name: 'Quay Bank', supportPhone: '+4930999999' },
      })

      // a logo is stored at once, with the version that was seen
      await page.getByLabel('Logo').setInputFiles({ name: 'logo.gif', mimeType: 'image/gif', buffer: LOGO })
      await page.getByText('Choose a PNG or WebP image.').waitFor()
      await page.getByLabel('Logo').setInputFiles({ name: 'logo.png', mimeType: 'image/png', buffer: LOGO })
      await page.getByRole('img', { name: 'The chosen image' }).waitFor()
      await done(supervisor('PATCH', presentation, { brand: { imprintUrl: 'https://bank.example/imprint' } }))
      await press('Store this logo')
      await sees('Someone else saved first')
      await press('Store this logo')
      const logo = page.getByRole('img', { name: 'The current logo' })
      await logo.waitFor()
      expect(await logo.evaluate((image: { naturalWidth: number }) => image.naturalWidth)).toBe(1)
      expect(await done(supervisor('GET', presentation))).toMatchObject({
        brand: {
          name: 'Quay Bank',
          imprintUrl: 'https://bank.example/imprint',
          logo: { width: 1, height: 1 },
        },
      })
      await mail.getByRole('img').first().waitFor()
      await press('Remove the logo')
      await logo.waitFor({ state: 'detached' })
      expect(await done(supervisor('GET', presentation))).not.toHaveProperty('brand.logo')

      // supervisors may set quiet hours, but not the sender
      expect(await page.getByLabel('Sender name in e-mails').getAttribute('readonly')).not.toBeNull()
      await tick('Messages wait for the end of the night')
      const rules = '/api/v2/applications/bank'
      await done(supervisor('PATCH', rules, { noShowGrace: 'PT20M' }))
      await press(page.getByRole('button', { name: 'Save' }).last())
      await sees('Someone else saved first')
      expect(await page.getByLabel('Messages wait for the end of the night').isChecked()).toBe(true)
      await press(page.getByRole('button', { name: 'Save' }).last())
      const stored = () => done(supervisor('GET', rules))
      await expect.poll(stored).toMatchObject({
        noShowGrace: 'PT20M',
        notifications: { quietHours: { enabled: true } },
      })
      visitor.expectFailed(412)
      await visitor.leave()
    },
    LIMIT_MS,
  )
})

describe('figures at the desk', () => {
  it(
    'match a manual count',
    async () => {
      const { supervisor } = stage
      const [from, to] = [daysAhead(0).slice(0, 10), daysAhead(29).slice(0, 10)]
      await stage.book('first@figures.example.com', daysAhead(6, '09:00:00'), ADVICE)
      const second = await stage.book('second@figures.example.com', daysAhead(7, '09:00:00'), ADVICE)
      await done(supervisor('PUT', `/api/v2/appointments/${second.id}/cancel`, {}))
      const search = { applicationId: 'bank', from: `${from}T00:00:00Z`, limit: 200 }
      const all = (await done(supervisor('POST', '/api/v2/appointments/search', search))) as {
        content: { state: string }[]
      }
      const cancelled = all.content.filter(({ state }) => state === 'CANCELLED').length
      const statistics = `/api/v2/statistics/appointments?applicationId=bank&from=${from}&to=${to}`
      await expect
        .poll(() => done(supervisor('GET', statistics)), { timeout: 15_000 })
        .toMatchObject({ rows: [{ booked: all.content.length, cancelledByStaff: cancelled }] })

      const visitor = await signIn(stage, 'Max Weber', '/figures?period=next30')
      const { page, press, sees } = visitor
      await sees('Figures')
      const total = (name: string) => page.locator('dl > div').filter({ hasText: name }).locator('dd').first()
      expect(await total('Booked').textContent()).toBe(String(all.content.length))
      expect(await total('Cancelled').textContent()).toMatch(new RegExp(`^${cancelled} `))
      await press(page.getByRole('button', { name: 'Show as table' }).first())
      const cells = await page.getByRole('table').locator('tbody td:nth-of-type(1)').allTextContents()
      expect(cells.reduce((sum, text) => sum + Number(text), 0)).toBe(all.content.length)
      const [file] = await Promise.all([
        page.waitForEvent('download'),
        press(page.getByRole('button', { name: 'Download as CSV' }).first()),
      ])
      expect(file.suggestedFilename()).toMatch(/^bookings-[\d-]{21}\.csv$/)
      const [header = '', ...lines] = readFileSync(await file.path(), 'utf8')
        .trimEnd()
        .split('\r\n')
      expect(header).toBe('\ufeffDay,Booked,Cancelled by customers,Cancelled by staff')
      expect(lines).toHaveLength(30)
      expect(lines.reduce((sum, line) => sum + Number(line.split(',')[1]), 0)).toBe(all.content.length)
      await visitor.leave()
    },
    2 * LIMIT_MS,
  )
})
