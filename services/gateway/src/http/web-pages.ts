import { Router, type RequestHandler } from 'express'
import { outsideRoutes, problem, webRoutes } from '@appointments/contracts'
import { expressPath, named, withLiteralEscapes } from '@appointments/http'
import { rejectMethod } from './bind-routes.ts'

const notFound: RequestHandler = () => {
  throw problem('ROUTE_NOT_FOUND')
}

/**
 * The paths of the web service. Its pages are the same for everyone, so a program that follows links, such as
 * a mail scanner, neither changes nor learns anything.
 * @param toWeb forwards a request; without it every page is 404
 * @param toBooking the same for pages that other sites may show
 */
export function toPages(toWeb: RequestHandler | undefined, toBooking = toWeb): RequestHandler {
  const router = Router({ caseSensitive: true })
  // the message viewer is served only if it is switched on
  const { messages: _, ...routes } = webRoutes
  for (const [name, { path }] of Object.entries(routes)) {
    const forward = name === 'book' || name === 'bookService' ? toBooking : toWeb
    const route = router.route(expressPath(path)).get(named('pages', name), forward ?? notFound)
    // the form of this page goes to another service
    if (path !== outsideRoutes.unsubscribe.path) route.all(toWeb ? rejectMethod(['GET']) : notFound)
  }
  return withLiteralEscapes(router)
}
