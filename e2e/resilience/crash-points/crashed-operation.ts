import type { CheckedClient } from '../load/checked-client.ts'

/** A request about a new object. */
export interface PreparedRequest {
  method: string
  path: string
  body?: unknown
  /** The appointment that the object belongs to. */
  appointmentId?: string
  /** Whether the work that the system does after the response, or without a request, is complete. */
  follows?: () => Promise<boolean>
  /** How long that may take, if longer than usual. */
  followsWithinMs?: number
}

/** A write operation with the data it needs to succeed. */
export interface CrashedOperation {
  name: string
  request: (client: CheckedClient) => Promise<PreparedRequest>
}
