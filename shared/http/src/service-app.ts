import express, { type Express, type Router } from 'express'
import { problem, type Caller } from '@appointments/contracts'
import type { InternalTokens } from '@appointments/credentials'
import type { Log } from '@appointments/runtime'
import type { Telemetry } from '@appointments/telemetry'
import { followRequests } from './follow-requests.ts'
import { problemAnswers } from './problem-answer.ts'
import { readQuery } from './query.ts'

/** Reads who calls from the gateway's token; services accept nothing else. */
export const callerFrom =
  (tokens: InternalTokens) =>
  (token: string): Caller => {
    const caller = tokens.read(token)
    if (!caller) throw problem('UNAUTHORIZED', 'Services accept requests of the gateway only.')
    return caller
  }

interface ServiceAppDeps {
  routers: Router[]
  /** Resolves when the service can work: its database answers and it is not stopping. */
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
  // the gateway has written a line of its own for each
  app.use(followRequests({ ...telemetry, log, level: 'debug' }))
  for (const router of routers) app.use(router)
  app.use(() => {
    throw problem('ROUTE_NOT_FOUND')
  })
  app.use(problemAnswers(log))
  return app
}

/** Liveness is the event loop, readiness what `ready` says. */
export function addHealth(app: Express, ready: () => Promise<boolean>): void {
  app.get('/health/live', (_request, response) => {
    response.json({ status: 'live' })
  })
  app.get('/health/ready', async (_request, response) => {
    const isReady = await ready().catch(() => false)
    response.status(isReady ? 200 : 503).json({ status: isReady ? 'ready' : 'not ready' })
  })
}
