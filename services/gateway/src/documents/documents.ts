import { createHash } from 'node:crypto'
import { Router, type RequestHandler, type Response } from 'express'
import type { Clock } from '@appointments/runtime'
import {
  asyncapi,
  asyncapiWebhooks,
  openapi,
  versions,
  weeksToMove,
  withDatesMoved,
} from '@appointments/documents'
import { page, pageFiles } from './page-files.ts'

/** The page loads from and sends requests to this server only; Swagger UI has its icons in data URLs. */
const PAGE_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

/**
 * The API documents, and the page at /docs that shows them and sends requests. Every file is served from here, so the
 * page works without internet access.
 * @param publicUrl the gateway's URL as clients see it
 * @param clock the dates in the examples are later than its time
 */
export function documents(publicUrl: string, clock: Clock): Router {
  const document = (make: () => object) => served(make, clock)
  const router = Router({ caseSensitive: true })
  for (const version of versions)
    router.get(
      `/openapi/${version}.json`,
      document(() => openapi(version, publicUrl)),
    )
  router.get('/asyncapi.json', document(asyncapi))
  router.get('/asyncapi/webhooks.json', document(asyncapiWebhooks))
  router.get('/docs', (_request, response) => {
    response.setHeader('Content-Security-Policy', PAGE_POLICY)
    sendFile(response, page)
  })
  for (const [name, folder] of pageFiles) {
    router.get(`/docs/${name}`, (_request, response) => sendFile(response, { name, folder }))
  }
  return router
}

/**
 * A document is generated when it is first requested, and again after a week, so that the dates in its examples stay
 * ahead of the clock.
 */
function served(make: () => object, clock: Clock): RequestHandler {
  let made: { weeks: number; text: string; tag: string } | undefined
  return (_request, response) => {
    const weeks = weeksToMove(clock.now())
    if (made?.weeks !== weeks) made = { weeks, ...tagged(withDatesMoved(JSON.stringify(make()), weeks)) }
    response.setHeader('Cache-Control', 'no-cache')
    response.setHeader('ETag', made.tag)
    response.type('application/json').send(made.text)
  }
}

const tagged = (text: string) => ({
  text,
  tag: `"${createHash('sha256').update(text).digest('base64url')}"`,
})

function sendFile(response: Response, { name, folder }: { name: string; folder: string }): void {
  response.setHeader('Cache-Control', 'no-cache')
  response.sendFile(name, { root: folder, cacheControl: false })
}
