import type { Request } from 'express'
import { problem } from '@appointments/contracts'
import { pathTemplate, type RoutedOperation } from '../http/bind-routes.ts'

/**
 * Rebuilds the path from the matched operation, its parameters and the query, so that the service matches the same
 * operation. The response is 404 if a parameter would turn it into the path of another operation, such as the id
 * `c%6Funt`.
 */
export function pathsOf({ api, operation }: Pick<RoutedOperation, 'api' | 'operation'>) {
  const template = pathTemplate({ api, operation })
  const templates = Object.values(api.operations).map((other) => pathTemplate({ api, operation: other }))
  const otherTemplates = new Set(templates.filter((other) => other !== template))
  return (request: Request): string => {
    const path = template.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
      encodeURIComponent(String(request.params[name])),
    )
    if (otherTemplates.has(path)) throw problem('ROUTE_NOT_FOUND')
    const query = request.originalUrl.indexOf('?')
    return query < 0 ? path : path + request.originalUrl.slice(query)
  }
}
