import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { accessibilityFaults } from '@appointments/testing/accessibility'
import { faultsOf, startBrowser, type Browser } from '@appointments/testing/browser'
import { startWeb } from './running-web.ts'

let web: Awaited<ReturnType<typeof startWeb>>
let browser: Browser
beforeAll(async () => {
  ;[web, browser] = await Promise.all([startWeb(), startBrowser()])
})
afterAll(async () => {
  await browser.close()
  await web.stop()
})

it.each(['/book/x', '/manage/x', '/join/x', '/rooms/a/b'])(
  '%s says that it needs JavaScript',
  async (path) => {
    const page = await browser.newPage({ javaScriptEnabled: false, locale: 'en-GB' })
    const faults = faultsOf(page)
    await page.goto(web.url + path)
    const text = page.locator('noscript p')
    await text.waitFor({ state: 'visible' })
    expect(await text.textContent()).toBe(
      'This page needs JavaScript. You can also reply to our message or call us.',
    )
    expect(await page.locator('h1:visible').count()).toBe(1)
    expect(await page.getByText('One moment').isVisible()).toBe(false)
    expect(faults).toEqual([])
    await page.close()
  },
)

describe('the page to stop reminders', () => {
  it.each([
    ['light', 360, '', 'Stop reminders?', 'Yes, stop them', 'unsubscribe'],
    ['dark', 1280, '#stopped', 'You won’t get reminders any more.', 'Start them again', 'subscribe'],
  ] as const)('works in %s at %d px with %s', async (colorScheme, width, hash, heading, label, wanted) => {
    const page = await browser.newPage({ locale: 'en-GB', colorScheme, viewport: { width, height: 800 } })
    // axe-core is a script itself, so only those of the page are missing
    await page.route('**/*.js', (route) => route.abort())
    await page.goto(`${web.url}/unsubscribe/x${hash}`)
    expect(await page.locator('h1:visible').allTextContents()).toEqual([heading])
    const button = page.getByRole('button', { name: label })
    expect([await button.getAttribute('name'), await button.getAttribute('value')]).toEqual([
      'wanted',
      wanted,
    ])
    expect(await button.locator('xpath=..').getAttribute('method')).toBe('post')
    expect(await page.getByRole('button').count()).toBe(1)
    expect((await button.boundingBox())!.height).toBeGreaterThanOrEqual(44)
    expect(await accessibilityFaults(page)).toEqual([])
    await page.close()
  })
})
