import { listen } from '@appointments/http'
import { createLog, createStopOrder, type Log, type Stoppable } from '@appointments/runtime'
import { openTelemetry } from '@appointments/telemetry'
import { createApp } from './app.ts'
import type { Config } from './config.ts'
import type { Page } from './routes.ts'

interface Overrides {
  log?: Log
  /** Folder of the built pages. */
  folder?: string
}

/**
 * Starts the web service.
 * @throws Error if the port is in use or the pages have not been built
 */
export async function createWeb(
  config: Config,
  { log = createLog('web'), folder }: Overrides = {},
): Promise<Stoppable & { url: string }> {
  const order = createStopOrder(log)
  const telemetry = await openTelemetry('web', config, log)
  order.onStop('telemetry', () => telemetry.stop())
  let draining = false
  try {
    const pages: Page[] = [
      'start',
      ...config.WEB_PAGES,
      ...(config.DEV_VIEWER ? (['messages'] as const) : []),
    ]
    const app = createApp({
      settings: {
        root: new URL(config.PUBLIC_URL).pathname.replace(/\/$/, ''),
        viewer: config.DEV_VIEWER,
        demo: config.DEMO_APPLICATION,
        desk: config.DESK_ISSUER !== undefined && pages.includes('desk'),
      },
      pages,
      homeUrl: config.WEB_HOME_URL,
      desk: { issuer: config.DESK_ISSUER, clientId: config.DESK_CLIENT_ID, scope: config.DESK_SCOPE },
      ...(folder !== undefined && { folder }),
      isDraining: () => draining,
      telemetry,
      log,
    })
    const server = await listen(app, {
      port: config.PORT,
      host: config.HOST,
      drainDelayMs: config.DRAIN_DELAY_MS,
    })
    order.onStop('http', () => {
      draining = true
      return server.stop()
    })
    log.info({ port: new URL(server.url).port }, 'the web service is listening')
    return { url: server.url, stop: () => order.stop() }
  } catch (error) {
    await order.stop()
    throw error
  }
}
