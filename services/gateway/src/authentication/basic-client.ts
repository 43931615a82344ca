/** A client that is registered for HTTP Basic. */
export interface BasicClient {
  id: string
  secret: string
  /** The client may book for its applications only; without one, for every application. */
  organizationId?: string
}
