import express, { Router, type RequestHandler } from 'express'
import { limits, type securityOperations } from '@appointments/contracts'
import { jsonBody } from '@appointments/http'
import type { Admission } from '../authentication/admission.ts'
import type { RoutedOperation } from '../http/bind-routes.ts'
import { idempotencyKeyOf } from '../idempotency/idempotency-key.ts'

/** A handler for every operation the gateway answers itself; a missing one does not compile. */
export type OwnHandlers = Readonly<Record<keyof typeof securityOperations, RequestHandler>>

const readForm: RequestHandler = express.urlencoded({ extended: false, limit: limits.bodyBytes })

/** A form that cannot be read is none: its handler refuses that in the words of OAuth. One that is too large stays so. */
const formBody: RequestHandler = (request, response, next) => {
  readForm(request, response, (error?: unknown) => {
    const isUnreadable = error !== undefined && (error as { status?: number }).status !== 413
    if (isUnreadable) request.body = undefined
    next(isUnreadable ? undefined : error)
  })
}

/** Serves an operation of the gateway itself. A form is refused in the words of OAuth, so its handler admits. */
export const ownOperation =
  (admission: Admission, handlers: OwnHandlers) =>
  ({ id, operation }: RoutedOperation): RequestHandler => {
    const admit: RequestHandler = async (request, _response, next) => {
      await admission.open(request)
      idempotencyKeyOf(request)
      next()
    }
    const before = operation.form ? [formBody] : [admit, ...jsonBody]
    return Router().use(...before, handlers[id as keyof OwnHandlers])
  }
