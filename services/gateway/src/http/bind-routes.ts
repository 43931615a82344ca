import type { RequestHandler, Router } from 'express'
import { problem, type Api, type Operation } from '@appointments/contracts'
import { appliedPreferences, expressPath, literalFirst, named } from '@appointments/http'

/** An operation with its API and id. */
export interface RoutedOperation {
  api: Api
  id: string
  operation: Operation
}

/** The full path template of an operation; that of the base itself has no trailing slash. */
export const pathTemplate = ({ api, operation }: Pick<RoutedOperation, 'api' | 'operation'>): string =>
  api.base + (operation.path === '/' ? '' : operation.path)

/** Adds a route for every public operation of an API. Any other method on these paths is 405 with `Allow`. */
export function bindRoutes(
  router: Router,
  api: Api,
  serve: (routed: RoutedOperation) => RequestHandler,
): void {
  const operations = literalFirst(Object.entries(api.operations)).filter(
    ([, { access }]) => access !== 'internal',
  )
  for (const path of new Set(operations.map(([, operation]) => pathTemplate({ api, operation })))) {
    const here = operations.filter(([, operation]) => pathTemplate({ api, operation }) === path)
    const route = router.route(expressPath(path))
    for (const [id, operation] of here) {
      const method = operation.method.toLowerCase() as 'get'
      route[method](named(api.name, id), appliedPreferences, serve({ api, id, operation }))
    }
    route.all(rejectMethod(here.map(([, { method }]) => method)))
  }
}

/** Responds 405 with the allowed methods (RFC 9110, section 15.5.6), or 204 to a request that asks for them (section 9.3.7). */
export function rejectMethod(methods: readonly Operation['method'][]): RequestHandler {
  const allow = methods.flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method])).join(', ')
  return (request, response) => {
    response.setHeader('Allow', allow)
    if (request.method === 'OPTIONS') {
      response.status(204).end()
      return
    }
    throw problem('METHOD_NOT_ALLOWED')
  }
}
