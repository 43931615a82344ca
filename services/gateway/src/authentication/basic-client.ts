/** A client that is registered for HTTP Basic. */
export interface BasicClient {
  id: string
  secret: string
  /** The client may book only for applications of this organization; if absent, for every application. */
  organizationId?: string
}
