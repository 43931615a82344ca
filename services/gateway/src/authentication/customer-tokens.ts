import jwt from 'jsonwebtoken'
import type { TicketGrant } from '@appointments/contracts'
import type { ManageContexts } from '@appointments/credentials'
import { newId, type Clock } from '@appointments/runtime'
import type { ClaimNames, Claims } from './claims.ts'
import { withPointer } from './json-pointer.ts'
import type { SigningKeys } from './signing-key.ts'

const ROOM_S = 4 * 3600
const MANAGE_S = 15 * 60

interface CustomerTokensDeps {
  signingKeys: () => SigningKeys
  contexts: ManageContexts
  issuer?: string | undefined
  audience?: string | undefined
  /** Names of the claims that the gateway reads from every token, so the tokens it issues use them too. */
  claimNames: ClaimNames
  clock: Clock
}

/** A credential that is exchanged for a token. */
interface SubjectToken {
  type: 'ticket' | 'secure-token'
  hash: string
}

export interface CustomerToken {
  token: string
  /** Seconds. */
  expiresIn: number
}

/** Signs the tokens that customers get in exchange for their tickets (docs/contract/tickets.md#exchange). */
export function createCustomerTokens(deps: CustomerTokensDeps) {
  const { signingKeys, contexts, issuer, audience, claimNames, clock } = deps
  /** The claims for a grant; undefined if a manage grant names no participant. */
  const claimsOf = (
    grant: TicketGrant,
    { type, hash: ticketHash }: SubjectToken,
    expiresAt: Date,
  ): Claims | undefined => {
    const { kind, appointmentId, participantId, ticketVersion, epoch, manageEpoch } = grant
    if (kind === 'room')
      return {
        conferenceId: appointmentId,
        ...(participantId !== undefined && { participantId }),
        ...(type === 'secure-token' && { bySecureToken: true }),
      }
    if (participantId === undefined) return undefined
    const actions: ('READ' | 'RESCHEDULE' | 'CANCEL')[] = ['READ', 'RESCHEDULE', 'CANCEL']
    const context = contexts.sign(
      {
        via: 'manage',
        appointmentId,
        participantId,
        ticketVersion,
        actions,
        epoch,
        manageEpoch,
      },
      ticketHash,
      expiresAt,
    )
    return { ticket_id: ticketHash, customer_manage_token: context }
  }

  /** A token for the grant of a ticket or secureToken; undefined if the grant has expired or is incomplete. */
  return (grant: TicketGrant, subject: SubjectToken): CustomerToken | undefined => {
    const now = Math.floor(clock.now().getTime() / 1000)
    const ends = Math.floor(new Date(grant.expiresAt).getTime() / 1000)
    const exp = Math.min(now + (grant.kind === 'room' ? ROOM_S : MANAGE_S), ends)
    const claims = claimsOf(grant, subject, new Date(exp * 1000))
    if (exp <= now || !claims) return undefined
    const { organizationId } = grant
    const { roles: rolesAt = ['roles'], organization: organizationAt = ['organizationId'] } = claimNames
    const withRole = withPointer(claims, rolesAt, ['ROLE_CUSTOMER'])
    const payload = {
      ...(organizationId === undefined ? withRole : withPointer(withRole, organizationAt, organizationId)),
      iat: now,
      exp,
      jti: newId(),
      ...(issuer !== undefined && { iss: issuer }),
      ...(audience !== undefined && { aud: audience }),
    }
    const { key, algorithm, kid } = signingKeys()[0]
    const token = jwt.sign(payload, key, { algorithm, ...(kid !== undefined && { keyid: kid }) })
    return { token, expiresIn: exp - now }
  }
}
export type CustomerTokens = ReturnType<typeof createCustomerTokens>
