import express, { Router, type RequestHandler } from 'express'
import { limits, type securityOperations } from '@appointments/contracts'
import { jsonBody } from '@appointments/http'
import type { Admission } from '../authentication/admission.ts'
import type { RoutedOperation } from '../http/bind-routes.ts'
import { setVisitor } from '../http/visitor.ts'
import { idempotencyKeyOf } from '../idempotency/idempotency-key.ts'
import { checkLength, watchBody } from '../proxy/body.ts'
import { arrivedAt } from '../capacity/entrance.ts'
import { startDeadline } from '../proxy/deadline.ts'

/** A handler for every operation of the gateway itself; a missing one does not compile. */
export type OwnHandlers = Readonly<Record<keyof typeof securityOperations, RequestHandler>>

/**
 * Reads a body within the deadline of the request. A body that becomes too large is rejected immediately, whereas the
 * parsers would wait for its end.
 */
const readBody =
  (limitMs: number, parse: RequestHandler): RequestHandler =>
  (request, response, next) => {
    checkLength(request)
    const deadline = startDeadline(limitMs, arrivedAt(request))
    const reading = { isOver: false, endWatch: () => {} }
    const finish = (error?: unknown) => {
      if (reading.isOver) return
      reading.isOver = true
      reading.endWatch()
      deadline.end()
      next(error)
    }
    void parse(request, response, finish)
    // after the parser has added its listener, because the first listener starts the flow of data
    if (!reading.isOver) reading.endWatch = watchBody(request, deadline, finish)
  }

const parseJson = Router().use(...jsonBody)
const parseForm: RequestHandler = express.urlencoded({ extended: false, limit: limits.bodyBytes })

/** Leaves an unreadable form to the handler, which responds with an OAuth error. A form that is too large stays 413. */
const formBody = (limitMs: number): RequestHandler => {
  const read = readBody(limitMs, parseForm)
  return (request, response, next) =>
    read(request, response, (error?: unknown) => {
      const isUnreadable = error !== undefined && (error as { status?: number }).status !== 413
      if (isUnreadable) request.body = undefined
      next(isUnreadable ? undefined : error)
    })
}

/**
 * Serves an operation of the gateway itself. The handler of a form authenticates itself, because it responds with OAuth
 * errors.
 * @param deadlineMs how long a body may take to arrive
 */
export const ownOperation =
  (admission: Admission, handlers: OwnHandlers, deadlineMs: number) =>
  ({ id, operation }: RoutedOperation): RequestHandler => {
    const admit: RequestHandler = async (request, response, next) => {
      setVisitor(response, await admission.open(request))
      idempotencyKeyOf(operation, request)
      next()
    }
    const before = operation.form ? [formBody(deadlineMs)] : [admit, readBody(deadlineMs, parseJson)]
    return Router().use(...before, handlers[id as keyof OwnHandlers])
  }
