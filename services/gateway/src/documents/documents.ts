import { createHash } from 'node:crypto'
import { Router, type RequestHandler, type Response } from 'express'
import { asyncapi, openapi } from '@appointments/documents'
import { page, pageFiles } from './page-files.ts'

/** The page loads nothing from elsewhere and sends its requests nowhere else; Swagger UI has its icons in data URLs. */
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
 * The API documents, and the page at /docs that shows them and sends requests. All of it is served from here, so
 * it works without the internet.
 * @param publicUrl where the gateway is reached from outside
 */
export function documents(publicUrl: string): Router {
  const router = Router({ caseSensitive: true })
  router.get(
    '/openapi/v1.json',
    document(() => openapi('v1', publicUrl)),
  )
  router.get(
    '/openapi/v2.json',
    document(() => openapi('v2', publicUrl)),
  )
  router.get('/asyncapi.json', document(asyncapi))
  router.get('/docs', (_request, response) => {
    response.setHeader('Content-Security-Policy', PAGE_POLICY)
    sendFile(response, page)
  })
  for (const [name, folder] of pageFiles) {
    router.get(`/docs/${name}`, (_request, response) => sendFile(response, { name, folder }))
  }
  return router
}

/** A document is made when it is first asked for, and does not change while the gateway runs. */
function document(make: () => object): RequestHandler {
  let made: { text: string; tag: string } | undefined
  return (_request, response) => {
    made ??= tagged(JSON.stringify(make()))
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
