import { randomUUID } from 'node:crypto'
import type { RequestHandler } from 'express'
import { limits } from '@appointments/contracts'

const ACCEPTED = new RegExp(`^[\\x21-\\x7e]{1,${limits.requestId}}$`)

/** Assigns every request an id, which the response repeats: the client's if it is valid, otherwise a new one. */
export const requestIds: RequestHandler = (request, response, next) => {
  const given = request.get('x-request-id') ?? ''
  const id = ACCEPTED.test(given) ? given : randomUUID()
  request.headers['x-request-id'] = id
  response.setHeader('x-request-id', id)
  next()
}
