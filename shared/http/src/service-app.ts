import express, { type Express, type Router } from 'express'
import { problem, type Caller } from '@appointments/contracts'
import type { InternalTokens } from '@appointments/credentials'
import type { Log } from '@appointments/runtime'
import type { Telemetry } from '@appointments/telemetry'
import { followRequests } from './follow-requests.ts'
import { problemResponder } from './problem-response.ts'
import { readQuery } from './query.ts'

/** Reads the caller from the gateway's token, which is the only credential that services accept. */
export const callerFrom =
  (tokens: InternalTokens) =>
  (token: string): Caller => {
    const caller = tokens.read(token)
    if (!caller) throw problem('UNAUTHORIZED', 'Services accept requests from the gateway only.')
    return caller
  }

interface ServiceAppDeps {
  routers: Router[]
  /** Resolves to whether the service can work: its database responds and it is not stopping. */
  ready: () => Promise<boolean>
  telemetry: Telemetry
  log: Log
}

/** The Express application of a service: health, its operations, and problem+json for everything else. */
export function createServiceApp({ routers, ready, telemetry, log }: ServiceAppDeps): Express {
  const app = express()
  app.disable('x-powered-by')
  app.disable('etag')
  app.set('query parser', readQuery)
  addHealth(app, ready)
  // debug, because the gateway already logs each request
  app.use(followRequests({ ...telemetry, log, level: 'debug', hasDeadlines: true }))
  for (const router of routers) app.use(router)
  app.use(() => {
    throw problem('ROUTE_NOT_FOUND')
  })
  app.use(problemResponder(log))
  return app
}

/** Adds health checks: liveness shows that the event loop runs, readiness is the result of `ready`. */
export function addHealth(app: Express, ready: () => Promise<boolean>): void {
  app.get('/health/live', (_request, response) => {
    response.json({ status: 'live' })
  })
  app.get('/health/ready', async (_request, response) => {
    const isReady = await ready().catch(() => false)
    response.status(isReady ? 200 : 503).json({ status: isReady ? 'ready' : 'not ready' })
  })
}
