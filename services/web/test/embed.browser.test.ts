import { readFileSync } from 'node:fs'
import path from 'node:path'
import express from 'express'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import { listen } from '@appointments/http'
import { startBrowser, type Browser, type BrowserContext, type Page } from '@appointments/testing/browser'
import { startWeb } from './running-web.ts'

const PATIENCE_MS = 5000

/** A site whose page shows the booking page of another origin, and records the events of the element. */
async function startSite(script: () => string) {
  const app = express()
  app.get('/', (_request, response) => {
    response.send(`<!doctype html><html lang="en"><title>A site</title><script>
      seen = []
      for (const type of ['ready', 'step', 'booked', 'resize'])
        addEventListener(type, ({ target, detail }) => {
          if (target.localName === 'appointments-booking') seen.push([type, detail])
        })
    </script>
    <script async src="${script()}"></script>
    <appointments-booking application="bank" service="advice" lang="de"></appointments-booking>`)
  })
  return listen(app, { port: 0, host: '127.0.0.1' })
}

/** An installation that does not allow this site to show its page. */
async function startClosed() {
  const app = express()
  app.get('/embed.js', (_request, response) => {
    response.type('js').send(readFileSync(path.join(import.meta.dirname, '../dist/site/embed.js'), 'utf8'))
  })
  app.get('/book/:application/:service', (_request, response) => {
    response.set('Content-Security-Policy', "frame-ancestors 'none'").send('<p>Booking</p>')
  })
  return listen(app, { port: 0, host: '127.0.0.1' })
}

let web: Awaited<ReturnType<typeof startWeb>>
let closed: Awaited<ReturnType<typeof startClosed>>
let script: string
let site: Awaited<ReturnType<typeof startSite>>
let browser: Browser
beforeAll(async () => {
  ;[web, closed, browser] = await Promise.all([startWeb(), startClosed(), startBrowser()])
  site = await startSite(() => script)
})
afterAll(async () => {
  await browser.close()
  await Promise.all([site.stop(), closed.stop(), web.stop()])
})

let context: BrowserContext
let page: Page
beforeEach(async () => {
  context = await browser.newContext({ locale: 'en-GB' })
  context.setDefaultTimeout(15_000)
  page = await context.newPage()
})
afterEach(() => context.close())

const seen = () => page.evaluate<[string, Record<string, unknown>][]>('seen')

it('shows the booking page in a frame that has a title and follows its height', async () => {
  script = `${web.url}/embed.js`
  await page.goto(site.url)
  const frame = page.locator('iframe')
  await frame.waitFor()
  expect(await frame.getAttribute('title')).toBe('Termin buchen')
  // the script of the page runs, although there is no API here
  await page.frameLocator('iframe').getByRole('heading').waitFor()
  const named = async (type: string) => (await seen()).filter(([name]) => name === type)
  await expect.poll(() => named('ready')).toHaveLength(1)
  await expect.poll(async () => (await named('resize')).length).toBeGreaterThan(0)
  const [, { height }] = (await named('resize')).at(-1)!
  await expect.poll(() => frame.evaluate((element) => element.clientHeight)).toBe(height)
  expect(await page.frameLocator('iframe').getByRole('link', { name: 'English' }).count()).toBe(0)
  expect(await page.locator('appointments-booking > a').count()).toBe(0)
})

it('shows a link if the page does not load', async () => {
  script = `${closed.url}/embed.js`
  await page.clock.install()
  await page.goto(site.url)
  await page.locator('iframe').waitFor()
  await page.clock.fastForward(PATIENCE_MS)
  const link = page.getByRole('link', { name: 'Auf unserer Website buchen' })
  expect(await link.getAttribute('href')).toBe(`${closed.url}/book/bank/advice?lang=de`)
  expect(await seen()).toEqual([])
})

it('reports nothing to a page whose origin is not the named one', async () => {
  await page.goto(site.url)
  await page.evaluate(`
    received = []
    addEventListener('message', ({ data }) => received.push(data))
    frame = document.body.appendChild(document.createElement('iframe'))
    frame.src = '${web.url}/book/bank?embed=1&origin=' + encodeURIComponent('https://example.com')
  `)
  await page.locator('iframe').last().contentFrame().getByRole('heading').waitFor()
  expect(await page.evaluate('received')).toEqual([])
})
