/** A user with a token, and the appointment that only this user changes. */
export interface Caller {
  /** Header with the token; each token has a rate limit of its own. */
  authorization: string
  organizationId: string
  applicationId: string
  /** The agent of its bookings. */
  agentId: string
  /** An agent of its organization with seeded appointments. */
  seededAgentId: string
  booked: { id: string; customerId: string; body: string }
}
