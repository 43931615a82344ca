/** A response before it is written. Header names are in lower case. */
export interface PreparedResponse {
  status: number
  headers: Record<string, string>
  /** Absent if the response has no body. */
  body?: string
}
