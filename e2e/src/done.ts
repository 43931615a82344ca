import type { ClientResponse } from './client.ts'

/**
 * The body of a response that must be successful.
 * @throws Error with the response if it is not
 */
export async function done(call: Promise<ClientResponse>): Promise<unknown> {
  const response = await call
  const body: unknown = response.body
  if (response.status >= 300) throw new Error(`unexpected status ${response.status}: ${JSON.stringify(body)}`)
  return body
}
