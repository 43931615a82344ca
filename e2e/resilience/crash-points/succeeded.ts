import type { CheckedResponse } from '../load/checked-client.ts'

/** The body of a response to a preparation. @throws Error unless it succeeded */
export function succeeded(response: CheckedResponse | undefined): unknown {
  if (!response || response.status >= 300) throw new Error(`preparation failed: ${JSON.stringify(response)}`)
  return response.body
}
