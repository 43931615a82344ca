import { Router } from 'express'
import { outsideRoutes, problem } from '@appointments/contracts'
import { expressPath, named } from '@appointments/http'
import type { App } from '../app.ts'

const A_YEAR_S = 31_536_000

/** Paths that are called without a token: logos, which pages and mails show. */
export function publicRouter({ readLogo }: Pick<App, 'readLogo'>): Router {
  const router = Router({ caseSensitive: true })
  router.get(
    expressPath(outsideRoutes.readLogo.path),
    named('public', 'readLogo'),
    async (request, response) => {
      const { id = '', hash = '' } = request.params as { id?: string; hash?: string }
      const found = /\0/.test(id) ? undefined : await readLogo({ id, hash })
      if (!found) throw problem('LOGO_NOT_FOUND')
      response.set({
        'Content-Type': found.mediaType,
        // another image has another hash
        'Cache-Control': `public, max-age=${A_YEAR_S}, immutable`,
        'X-Content-Type-Options': 'nosniff',
        // an image loads nothing, and runs nothing if it is opened as a page
        'Content-Security-Policy': "default-src 'none'; sandbox",
        'Cross-Origin-Resource-Policy': 'cross-origin',
      })
      response.end(found.image)
    },
  )
  return router
}
