import type { ResponseOf, securityOperations } from '@appointments/contracts'
import { decoded } from '../text/decoded.ts'
import { ApiError, send } from './send.ts'

/** A token, and what it is for. */
export interface Access {
  token: string
  appointmentId: string
  /** The customer that it acts for. */
  participantId: string | undefined
  mayManage: boolean
}

type Token = ResponseOf<typeof securityOperations.exchangeToken>
interface Grant {
  appointmentId: string
  participantId?: string
}
interface TokenClaims {
  customer_manage_token?: string
  conferenceId: string
  participantId?: string
  grant: Grant
}

const ENDS = ['REPLACED', 'CANCELLED', 'OVER', 'UNKNOWN']

/** The ticket at the end of an address. */
export const ticketIn = (pathname: string): string => decoded(/([^/]+)\/?$/.exec(pathname)?.[1] ?? '')

/** The ticket in the address of this page. */
export const ticketOfPage = (): string => ticketIn(location.pathname)

/**
 * Exchanges a ticket for a token.
 * @throws ApiError TICKET_REPLACED, TICKET_CANCELLED, TICKET_OVER or TICKET_UNKNOWN if the ticket is not valid, and
 *   TICKET_GONE for any other reason
 */
export async function exchange(ticket: string): Promise<Access> {
  const { access_token: token } = await send<Token>('security/oauth/token', {
    method: 'POST',
    body: new URLSearchParams({
      grant_type: 'urn:ietf:params:oauth:grant-type:token-exchange',
      subject_token: ticket,
      subject_token_type: 'urn:appointments:ticket',
    }),
  }).catch((error: unknown) => {
    if (!(error instanceof ApiError) || error.status !== 400) throw error
    const { reason = '' } = error.body ?? {}
    // pages are rolled out last, and stay open, so a newer API may have further reasons; a malformed ticket has none
    throw new ApiError(400, ENDS.includes(reason) ? `TICKET_${reason}` : 'TICKET_GONE')
  })
  const claims = claimsOf(token)
  const managed = claims.customer_manage_token
  const grant: Grant =
    managed === undefined
      ? {
          appointmentId: claims.conferenceId,
          ...(claims.participantId !== undefined && { participantId: claims.participantId }),
        }
      : claimsOf(managed).grant
  return {
    token,
    appointmentId: grant.appointmentId,
    participantId: grant.participantId,
    mayManage: managed !== undefined,
  }
}

function claimsOf(token: string): TokenClaims {
  const text = atob((token.split('.')[1] ?? '').replaceAll('-', '+').replaceAll('_', '/'))
  const bytes = Uint8Array.from(text, (one) => one.charCodeAt(0))
  return JSON.parse(new TextDecoder().decode(bytes)) as TokenClaims
}
