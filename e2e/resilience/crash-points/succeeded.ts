import type { Answer } from '../load/asking.ts'

/** The body of a response to a preparation. @throws Error unless it succeeded */
export function succeeded(answer: Answer | undefined): unknown {
  if (!answer || answer.status >= 300) throw new Error(`preparation failed: ${JSON.stringify(answer)}`)
  return answer.body
}
