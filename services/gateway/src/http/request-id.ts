import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { RequestHandler } from 'express'
import { limits } from '@appointments/contracts'

const ACCEPTED = new RegExp(`^[\\x21-\\x7e]{1,${limits.requestId}}$`)

/** The id of a request: the client's if it is valid, otherwise a new one. */
export function requestIdOf({ headers }: IncomingMessage): string {
  const given = headers['x-request-id']
  return typeof given === 'string' && ACCEPTED.test(given) ? given : randomUUID()
}

/** Assigns every request an id, which the response repeats: the client's if it is valid, otherwise a new one. */
export const requestIds: RequestHandler = (request, response, next) => {
  const id = requestIdOf(request)
  request.headers['x-request-id'] = id
  response.setHeader('x-request-id', id)
  next()
}
