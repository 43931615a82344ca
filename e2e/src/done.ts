import type { Answer } from './client.ts'

/**
 * The body of a response that must be successful.
 * @throws Error with the response if it is not
 */
export async function done(call: Promise<Answer>): Promise<unknown> {
  const answer = await call
  const body: unknown = answer.body
  if (answer.status >= 300) throw new Error(`unexpected status ${answer.status}: ${JSON.stringify(body)}`)
  return body
}
