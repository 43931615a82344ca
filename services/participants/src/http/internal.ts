import type { Request, Router } from 'express'
import { internal, type Caller } from '@appointments/contracts'
import { bind } from '@appointments/http'
import type { App } from '../app.ts'

/** The operations of this service that only other services call. */
export const internalRouter = ({
  app,
  callerOf,
}: {
  app: App
  callerOf: (request: Request) => Caller
}): Router =>
  bind({
    api: internal,
    owner: 'participants',
    callerOf,
    handlers: { resolveTicket: ({ body }) => app.resolveTicket(body) },
  })
