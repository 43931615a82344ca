import type { RequestListener } from 'node:http'
import { problemResponse } from '@appointments/http'
import { Overloaded } from '../proxy/upstream-failure.ts'
import { EXPOSED } from './cross-origin.ts'
import { problemTypeFor } from './problem-type.ts'
import { requestIdOf } from './request-id.ts'

const OVERLOADED = new Overloaded()

/**
 * Responds 503 to every request. It does not use Express, because during an overload most of the processor
 * time would be spent on rejections.
 * @param mayCall whether scripts of an origin may read the response
 */
export const rejectOverloaded =
  (mayCall: (origin: string) => boolean): RequestListener =>
  (request, response) => {
    const requestId = requestIdOf(request)
    const instance = request.url?.split('?')[0] ?? ''
    const { status, headers, body } = problemResponse(OVERLOADED, { instance, requestId })
    const { origin } = request.headers
    response.writeHead(status, {
      ...headers,
      'content-type': problemTypeFor(request),
      'x-request-id': requestId,
      'cache-control': 'no-store',
      vary: 'Accept, Origin',
      ...(origin !== undefined &&
        mayCall(origin) && {
          'access-control-allow-origin': origin,
          'access-control-expose-headers': EXPOSED.join(','),
        }),
    })
    response.end(body)
  }
