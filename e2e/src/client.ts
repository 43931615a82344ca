import { openapi } from '@appointments/documents'
import { createAnswerCheck } from '@appointments/testing/answer-check'

// an answer that the documents do not know is a fault, whatever a test looks at
const faultsOf = createAnswerCheck(openapi('v1', 'http://localhost'), openapi('v2', 'http://localhost'))

/** An answer as a test sees it. */
export interface Answer {
  status: number
  // a test says itself what it expects in a body
  // eslint-disable-next-line @typescript-eslint/no-explicit-any
  body: any
  headers: Headers
}

export type Call = (
  method: string,
  path: string,
  body?: unknown,
  headers?: Record<string, string>,
) => Promise<Answer>

/**
 * Calls a gateway with a token, as an integrator does.
 * @throws Error where the documents do not allow the answer
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
    const answer = {
      status: response.status,
      headers: response.headers,
      body: text === '' ? undefined : JSON.parse(text),
    }
    if (/^\/(api|security)\//.test(path)) {
      const faults = faultsOf({ method, path, ...answer })
      if (faults.length > 0)
        throw new Error(`${method} ${path} answered ${answer.status}: ${faults.join('; ')}`)
    }
    return answer
  }
