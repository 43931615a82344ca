import express, { type RequestHandler } from 'express'
import { limits, problem } from '@appointments/contracts'
import { announcesBody } from './announces-body.ts'
import { wantsStrictHandling } from './prefer.ts'
import { TOO_DEEP } from './problem-response.ts'
import { scanJson, type BodyPath } from './scan-json.ts'

const withoutBytes = new WeakSet<object>()
const inexactNumbers = new WeakMap<object, readonly BodyPath[]>()

/** An error that the parser passes on; its type selects the problem of the response. */
const parseError = (type: string) => Object.assign(new Error(type), { type })

// a bare JSON string is a valid body of some operations; zod rejects it for all others
const bodyParser = express.json({
  limit: limits.bodyBytes,
  strict: false,
  type: () => true,
  verify: (request, _response, bytes, charset) => {
    if (bytes.length === 0) withoutBytes.add(request)
    // JSON between systems must be UTF-8 (RFC 8259, section 8.1), and the scan supports only that
    if (charset !== 'utf-8') throw parseError('charset.unsupported')
    const { isTooDeep, inexact } = scanJson(bytes)
    if (isTooDeep) throw parseError(TOO_DEEP)
    if (inexact.length > 0) inexactNumbers.set(request, inexact)
  },
})

/** Makes an empty body count as absent; the parser reads it as `{}`. */
const dropEmptyBody: RequestHandler = (request, _response, next) => {
  if (withoutBytes.has(request)) request.body = undefined
  next()
}

const requireJson: RequestHandler = (request, _response, next) => {
  if (announcesBody(request) && !request.is(['json', '+json'])) throw problem('UNSUPPORTED_MEDIA_TYPE')
  next()
}

/** Reads an image, regardless of the media type that the request states. */
export const imageBody = express.raw({ limit: limits.bodyBytes, type: () => true, inflate: false })

/** Reads a JSON body and rejects any other media type. */
export const jsonBody: RequestHandler[] = [requireJson, bodyParser, dropEmptyBody]

/** Reads the body of an operation that takes none, but only under strict handling, which rejects its fields. */
export const strictBody: RequestHandler[] = jsonBody.map((step) => (request, response, next) => {
  if (!wantsStrictHandling(request)) {
    next()
    return
  }
  return step(request, response, next)
})

/** The numbers in the body of a request that a double cannot hold exactly. */
export const inexactNumbersIn = (request: object): readonly BodyPath[] => inexactNumbers.get(request) ?? []
