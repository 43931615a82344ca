import type { Answer } from './client.ts'

/**
 * The body of an answer that has to be a success.
 * @throws Error with the answer where it is none
 */
export async function done(call: Promise<Answer>): Promise<unknown> {
  const answer = await call
  const body: unknown = answer.body
  if (answer.status >= 300) throw new Error(`answered ${answer.status}: ${JSON.stringify(body)}`)
  return body
}
