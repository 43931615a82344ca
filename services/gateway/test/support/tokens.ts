import jwt, { type PrivateKey, type Secret, type SignOptions } from 'jsonwebtoken'
import type { Role, TicketGrant } from '@appointments/contracts'
import type { TestGateway } from './gateway.ts'
import { JWT_SECRET } from './secrets.ts'

/** Claims of a token that passes every check. */
export const claims = (over: Record<string, unknown> = {}): Record<string, unknown> => {
  const now = Math.floor(Date.now() / 1000)
  return { userId: 'agent-7', roles: ['ROLE_AGENT'], iat: now, exp: now + 3600, ...over }
}

/** A token; without further arguments a valid one. */
export const signed = (
  over: Record<string, unknown> = {},
  key: Secret | PrivateKey = JWT_SECRET,
  options: SignOptions = {},
): string => jwt.sign(claims(over), key, { algorithm: 'HS256', ...options })

/** A valid token with one role; a customer's is for `appointment-1`. */
export const tokenOf = (role: Role, over: Record<string, unknown> = {}): string =>
  signed({ roles: [role], ...(role === 'ROLE_CUSTOMER' && { conferenceId: 'appointment-1' }), ...over })

/** The token that a gateway issues for the ticket of a customer. */
export async function exchangedToken(
  gateway: TestGateway,
  grant: Pick<TicketGrant, 'appointmentId' | 'participantId'>,
  kind: TicketGrant['kind'] = 'room',
): Promise<string> {
  const expiresAt = new Date(gateway.clock.now().getTime() + 3_600_000).toISOString()
  const whole: TicketGrant = { ...grant, kind, ticketVersion: 1, epoch: 0, manageEpoch: 0, expiresAt }
  gateway.participants.respondWith({ body: whole })
  const fields = {
    grant_type: 'urn:ietf:params:oauth:grant-type:token-exchange',
    subject_token: `${kind}-ticket-of-${grant.appointmentId}-${grant.participantId}`,
    subject_token_type: 'urn:appointments:ticket',
  }
  const response = await gateway.call('/security/oauth/token', {
    method: 'POST',
    body: new URLSearchParams(fields).toString(),
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  })
  return (response.json as { access_token: string }).access_token
}
