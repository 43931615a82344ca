import type { RequestHandler } from 'express'

/** A segment of a path in which an escape that cannot be decoded, such as `%zz`, stands for its own characters. */
const literal = (segment: string): string => {
  try {
    decodeURIComponent(segment)
    return segment
  } catch {
    return segment.replaceAll('%', '%25')
  }
}

/**
 * Serves a page even if its address contains a broken escape, so that the page itself says that its link is not valid.
 * By default the router rejects such an address with 400. The handler sees the repaired `url`; `originalUrl` stays as
 * it was sent.
 */
export const withLiteralEscapes =
  (pages: RequestHandler): RequestHandler =>
  (request, response, next) => {
    const { url } = request
    const [path = '', ...query] = url.split('?')
    request.url = [path.split('/').map(literal).join('/'), ...query].join('?')
    void pages(request, response, (error?: unknown) => {
      // the handlers that follow serve no pages
      request.url = url
      next(error)
    })
  }
