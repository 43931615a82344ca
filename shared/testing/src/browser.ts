import { chromium, type Browser, type CDPSession, type Page } from 'playwright-core'
import { chromiumPath, howToInstall, WITH_CAMERA } from './chromium.ts'

export type { Browser, BrowserContext, Page, Request } from 'playwright-core'

/**
 * Starts Chromium. Its only network is this machine: every other name resolves to nothing.
 * @throws Error if it is not installed
 */
export const startBrowser = (): Promise<Browser> => launch([])

/** As {@link startBrowser}, with a camera and a microphone; whether a page may use them is up to its context. */
export const startBrowserWithCamera = (): Promise<Browser> =>
  launch(['--use-fake-device-for-media-stream'], [WITH_CAMERA])

function launch(further: readonly string[], packages?: readonly string[]): Promise<Browser> {
  const executablePath = chromiumPath(packages)
  if (executablePath === undefined) throw new Error(howToInstall(packages))
  return chromium.launch({
    executablePath,
    // tests run as root in containers, which have a small /dev/shm
    args: [
      '--no-sandbox',
      '--disable-dev-shm-usage',
      ...further,
      '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1, EXCLUDE localhost',
    ],
  })
}

/** The faults that a page reports from now on: errors in its console, violations of its policy, and thrown errors. */
export function faultsOf(page: Page): string[] {
  const faults: string[] = []
  page.on('console', (message) => {
    if (message.type() === 'error') faults.push(message.text())
  })
  page.on('pageerror', (error) => faults.push(error.message))
  return faults
}

/** One session for each page, because opening one takes longer than evaluating most expressions. */
const sessions = new WeakMap<Page, Promise<CDPSession>>()

/**
 * Evaluates an expression in a page, regardless of its policy.
 * @throws Error if the expression throws
 */
export async function evaluate<Value>(page: Page, expression: string): Promise<Value> {
  const opened = sessions.get(page) ?? page.context().newCDPSession(page)
  sessions.set(page, opened)
  const { result, exceptionDetails } = await (
    await opened
  ).send('Runtime.evaluate', { expression, awaitPromise: true, returnByValue: true })
  if (exceptionDetails) throw new Error(exceptionDetails.exception?.description ?? exceptionDetails.text)
  return result.value as Value
}
