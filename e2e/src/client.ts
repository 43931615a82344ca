import { openapi } from '@appointments/documents'
import { createResponseCheck } from '@appointments/testing/response-check'

// an undocumented response is a fault in any test
const faultsOf = createResponseCheck(openapi('v1', 'http://localhost'), openapi('v2', 'http://localhost'))

/** A response as a test sees it. */
export interface ClientResponse {
  status: number
  // each test knows which body it expects
  // oxlint-disable-next-line typescript/no-explicit-any
  body: any
  headers: Headers
}

export type Call = (
  method: string,
  path: string,
  body?: unknown,
  headers?: Record<string, string>,
) => Promise<ClientResponse>

/**
 * Calls a gateway with a token, as an integrator does.
 * @throws Error if the documents do not allow the response
 */
export const client =
  (gatewayUrl: string, token: string | undefined): Call =>
  async (method, path, body, headers = {}) => {
    const response = await fetch(gatewayUrl + path, {
      method,
      headers: {
        ...(token !== undefined && { authorization: `Bearer ${token}` }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    })
    const text = await response.text()
    const seen = {
      status: response.status,
      headers: response.headers,
      body: text === '' ? undefined : JSON.parse(text),
    }
    if (/^\/(api|security)\//.test(path)) {
      const faults = faultsOf({ method, path, ...seen })
      if (faults.length > 0)
        throw new Error(`${method} ${path} returned ${seen.status}: ${faults.join('; ')}`)
    }
    return seen
  }
