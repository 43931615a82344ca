import type { Appointment, Room } from './appointment.ts'
import { ApiError, send } from './send.ts'

const NO_ROOM = new Set(['NOT_ACTIVATED', 'INVALID_STATE', 'APPOINTMENT_EXPIRED'])

interface Access {
  token: string
  appointmentId: string
  mayManage: boolean
}

/** What a customer's link allows. Pages get it as an argument, so that the gallery can supply another one. */
export interface Session {
  mayManage: boolean
  appointment: () => Promise<Appointment>
  /** The room; undefined before it opens and after it has closed. */
  room: () => Promise<Room | undefined>
  /** @param key a retry with the same key has no further effect */
  move: (seen: Appointment, start: number, key: string) => Promise<Appointment>
  cancel: (seen: Appointment, reason: string, key: string) => Promise<Appointment>
}

/** The ticket in the address of this page. */
export const ticketOfPage = (): string => decodeURIComponent(/([^/]+)\/?$/.exec(location.pathname)?.[1] ?? '')

/** @throws ApiError TICKET_GONE if the ticket is not valid */
async function exchange(ticket: string): Promise<Access> {
  const { access_token: token } = await send<{ access_token: string }>('security/oauth/token', {
    method: 'POST',
    body: new URLSearchParams({
      grant_type: 'urn:ietf:params:oauth:grant-type:token-exchange',
      subject_token: ticket,
      subject_token_type: 'urn:appointments:ticket',
    }),
  }).catch((error: unknown) => {
    throw error instanceof ApiError && error.status === 400 ? new ApiError(400, 'TICKET_GONE') : error
  })
  const claims = claimsOf(token)
  const managed = claims.customer_manage_token
  return {
    token,
    appointmentId: managed === undefined ? claims.conferenceId : claimsOf(managed).grant.appointmentId,
    mayManage: managed !== undefined,
  }
}

interface TokenClaims {
  customer_manage_token?: string
  conferenceId: string
  grant: { appointmentId: string }
}

function claimsOf(token: string): TokenClaims {
  const text = atob((token.split('.')[1] ?? '').replaceAll('-', '+').replaceAll('_', '/'))
  const bytes = Uint8Array.from(text, (one) => one.charCodeAt(0))
  return JSON.parse(new TextDecoder().decode(bytes)) as TokenClaims
}

/**
 * Opens the appointment of a ticket. The token is held in the memory of this page only, and renewed when it expires.
 * @throws ApiError
 */
export async function openSession(ticket: string): Promise<Session> {
  let access = await exchange(ticket)

  const sendWithToken = <Body>(path: string, init: RequestInit = {}): Promise<Body> => {
    const headers = new Headers(init.headers)
    headers.set('authorization', `Bearer ${access.token}`)
    return send<Body>(path, { ...init, headers })
  }

  /** Exchanges the ticket once more if the token has expired or is outdated, then retries. */
  const call = <Body>(path: string, init?: RequestInit): Promise<Body> =>
    sendWithToken<Body>(path, init).catch(async (error: unknown) => {
      const isOutdated =
        error instanceof ApiError && (error.status === 401 || error.code === 'MANAGE_TICKET_STALE')
      if (!isOutdated) throw error
      access = await exchange(ticket)
      return sendWithToken<Body>(path, init)
    })

  /** Changes the version that the customer has seen; a change of any other version is rejected. */
  const put = (path: string, body: object, key: string, { version }: Appointment) =>
    call<Appointment>(path, {
      method: 'PUT',
      headers: { 'content-type': 'application/json', 'idempotency-key': key, 'if-match': `"${version}"` },
      body: JSON.stringify(body),
    })

  const own = `api/v2/appointments/${encodeURIComponent(access.appointmentId)}`
  return {
    mayManage: access.mayManage,
    appointment: () => call(own),
    room: () =>
      call<Room>(`${own}/room`).catch((error: unknown) => {
        if (error instanceof ApiError && NO_ROOM.has(error.code)) return undefined
        throw error
      }),
    move: (seen, start, key) => {
      const body = { id: access.appointmentId, start: new Date(start).toISOString() }
      return put('api/v2/appointments/reschedule', body, key, seen)
    },
    cancel: (seen, reason, key) => put(`${own}/cancel`, reason === '' ? {} : { reason }, key, seen),
  }
}
