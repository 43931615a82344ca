import express from 'express'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import { listen } from '@appointments/http'
import { createBookingSite, type BookingSite } from '../support/booking-site.ts'
import { newAddress, startBookingStage, type BookingStage } from '../support/booking-visit.ts'
import { openWindow, type Visitor } from '../support/visitor.ts'

let stage: BookingStage
let visitor: Visitor
/** The page of a company, at another origin. */
let company: Awaited<ReturnType<typeof listen>>
let content = ''
beforeAll(async () => {
  stage = await startBookingStage()
  const app = express()
  app.get('/', (_request, response) => {
    response.send(
      `<!doctype html><html lang="en"><link rel="icon" href="data:," /><title>A company</title>${content}`,
    )
  })
  company = await listen(app, { port: 0, host: '127.0.0.1' })
})
afterAll(async () => {
  await company.stop()
  await stage.close()
})
beforeEach(async () => {
  visitor = await openWindow(stage)
})
afterEach(() => visitor.leave())

/** A booking site that allows the company to show its page; the gateway reads the allowed origins every now and then. */
async function openSite(): Promise<BookingSite> {
  const { origin } = new URL(company.url)
  const site = await createBookingSite(stage.system, { presentation: { allowedOrigins: [origin] } })
  const policy = async () => (await fetch(site.url)).headers.get('content-security-policy')
  await expect.poll(policy).toContain(`frame-ancestors ${origin}`)
  return site
}

/** Books in the frame of the company's page, by keyboard. */
async function bookInFrame(site: BookingSite) {
  const { page, press, fill, tick } = visitor
  const frame = page.frameLocator('iframe')
  const button = (name: string | RegExp) => frame.getByRole('button', { name, exact: true }).first()
  const sees = (name: string | RegExp) => frame.getByRole('heading', { name }).waitFor()
  await press(button(/^Next free time: /))
  await sees('Your details')
  const address = newAddress()
  await fill(frame.getByLabel('First name'), 'Ada')
  await fill(frame.getByLabel('Last name'), 'Lovelace')
  await fill(frame.getByLabel('E-mail address'), address)
  await tick(frame.getByLabel(/^I have read the privacy notice/))
  await press(button('Continue'))
  await sees('Check your e-mail')
  await fill(frame.getByLabel('Code', { exact: true }), await stage.mailedCode(address))
  await press(button('Confirm booking'))
  await sees('Your appointment is booked')
  const [start] = await site.starts()
  return start!
}

it('a visitor books in a plain frame on the page of a company', async () => {
  const site = await openSite()
  content = `<iframe title="Booking" src="${site.url}?embed=1" width="600" height="900"></iframe>`
  await visitor.page.goto(company.url)
  const frame = visitor.page.frameLocator('iframe')
  await frame.getByRole('heading', { name: 'Choose a day and time' }).waitFor()
  // of the header and the footer only the link to the privacy notice is left
  expect(await frame.getByRole('banner').count()).toBe(0)
  expect(await frame.getByRole('contentinfo').getByRole('link').allTextContents()).toEqual(['Privacy'])
  await bookInFrame(site)
})

it('on the page of a company that is not allowed, the element becomes a link', async () => {
  const site = await createBookingSite(stage.system)
  content = `<script async src="${stage.system.gatewayUrl}/embed.js"></script>
    <appointments-booking application="${site.id}" lang="en"></appointments-booking>`
  const { page, press } = visitor
  await page.goto(company.url)
  await page.getByRole('link', { name: 'Book on our website' }).waitFor()
  expect(await page.locator('iframe').count()).toBe(0)
  visitor.expectFaults(/Refused to (frame|display)|frame-ancestors/)
  const opened = visitor.context.waitForEvent('page')
  await press('Book on our website')
  await (await opened).getByRole('heading', { name: 'Choose a day and time' }).waitFor()
})

it('a visitor books in the element of embed.js, and the page around it gets an event for each step', async () => {
  const site = await openSite()
  content = `<script>
      seen = []
      for (const type of ['ready', 'step', 'booked', 'resize'])
        addEventListener(type, ({ target, detail }) => {
          if (target.localName === 'appointments-booking') seen.push([type, detail])
        })
    </script>
    <script async src="${stage.system.gatewayUrl}/embed.js"></script>
    <appointments-booking application="${site.id}" service="advice" lang="en"></appointments-booking>`
  await visitor.page.goto(company.url)
  const frame = visitor.page.locator('iframe')
  await frame.waitFor()
  expect(await frame.getAttribute('title')).toBe('Book an appointment')
  const start = await bookInFrame(site)
  const seen = await visitor.page.evaluate<[string, Record<string, unknown>][]>('seen')
  const ofType = (wanted: string) => seen.filter(([type]) => type === wanted).map(([, detail]) => detail)
  expect(ofType('ready')).toEqual([{}])
  expect(ofType('step')).toEqual(['time', 'details', 'code', 'done'].map((step) => ({ step })))
  expect(ofType('booked')).toEqual([{ appointmentId: expect.any(String) as string, start }])
  // the frame is as high as its page after each step
  const { height } = ofType('resize').at(-1)!
  await expect.poll(() => frame.evaluate((element) => element.clientHeight)).toBe(height)
  // nothing was stored, so blocked cookies of other sites do not matter
  expect(await visitor.context.cookies()).toEqual([])
})
