/** @import { Appointment, Room } from './phase.js' */

const LIMIT_MS = 10_000
const base = new URL('..', import.meta.url)

const noRoom = new Set(['NOT_ACTIVATED', 'INVALID_STATE', 'APPOINTMENT_EXPIRED'])

/** A failed request; its status is 0 if there was no response. */
export class ApiError extends Error {
  /**
   * @param {number} status
   * @param {string} code
   * @param {any} [body]
   */
  constructor(status, code, body) {
    super(`${status} ${code}`)
    this.status = status
    this.code = code
    this.body = body
  }
}

/** The ticket of the link by which this page was opened. */
export const ticketOfPage = () => decodeURIComponent(location.pathname.match(/([^/]+)\/?$/)?.[1] ?? '')

/**
 * Sends one request to the public API.
 * @param {string} path
 * @param {RequestInit} init
 * @returns {Promise<any>}
 * @throws ApiError
 */
async function send(path, init) {
  let response, body
  try {
    response = await fetch(new URL(path, base), {
      cache: 'no-store',
      credentials: 'omit',
      redirect: 'error',
      referrerPolicy: 'no-referrer',
      signal: AbortSignal.timeout(LIMIT_MS),
      ...init,
    })
    // an error of a proxy in front of the gateway may not be JSON
    body = response.ok ? await response.json() : await response.json().catch(() => undefined)
  } catch {
    throw new ApiError(0, '')
  }
  if (!response.ok) throw new ApiError(response.status, String(body?.code ?? ''), body)
  return body
}

/**
 * Exchanges a ticket for a token.
 * @param {string} ticket
 * @throws ApiError TICKET_GONE if the ticket is no longer valid
 */
async function exchange(ticket) {
  const { access_token: token } = await send('security/oauth/token', {
    method: 'POST',
    body: new URLSearchParams({
      grant_type: 'urn:ietf:params:oauth:grant-type:token-exchange',
      subject_token: ticket,
      subject_token_type: 'urn:appointments:ticket',
    }),
  }).catch((error) => {
    throw error.status === 400 ? new ApiError(400, 'TICKET_GONE') : error
  })
  const claims = claimsOf(token)
  const managed = claims.customer_manage_token
  return {
    token,
    appointmentId: managed ? claimsOf(managed).grant.appointmentId : claims.conferenceId,
    mayManage: managed !== undefined,
  }
}

/** @param {string} token */
function claimsOf(token) {
  const text = atob((token.split('.')[1] ?? '').replaceAll('-', '+').replaceAll('_', '/'))
  return JSON.parse(new TextDecoder().decode(Uint8Array.from(text, (one) => one.charCodeAt(0))))
}

/**
 * Opens the appointment of a ticket. The token is held in the memory of this page only, and renewed when it expires.
 * @param {string} ticket
 * @throws ApiError
 */
export async function openSession(ticket) {
  let access = await exchange(ticket)

  /**
   * @param {string} path
   * @param {RequestInit & { headers?: Record<string, string> }} [init]
   */
  const sendWithToken = (path, init) =>
    send(path, { ...init, headers: { ...init?.headers, authorization: `Bearer ${access.token}` } })

  /**
   * Exchanges the ticket once more if the token has expired or is outdated, then retries.
   * @type {typeof sendWithToken}
   */
  const call = (path, init) =>
    sendWithToken(path, init).catch(async (error) => {
      if (error.status !== 401 && error.code !== 'MANAGE_TICKET_STALE') throw error
      access = await exchange(ticket)
      return sendWithToken(path, init)
    })

  /**
   * @param {string} path
   * @param {object} body
   * @param {string} key
   * @param {number} version of the appointment shown to the customer; a change of any other version is rejected
   * @returns {Promise<Appointment>}
   */
  const put = (path, body, key, version) =>
    call(path, {
      method: 'PUT',
      headers: {
        'content-type': 'application/json',
        'idempotency-key': key,
        'if-match': `"${version}"`,
      },
      body: JSON.stringify(body),
    })

  const id = encodeURIComponent(access.appointmentId)
  return {
    mayManage: access.mayManage,
    /** @returns {Promise<Appointment>} */
    appointment: () => call(`api/v2/appointments/${id}`),
    /**
     * The room; undefined before it opens and after it has closed.
     * @returns {Promise<Room | undefined>}
     */
    room: () =>
      call(`api/v2/appointments/${id}/room`).catch((error) => {
        if (noRoom.has(error.code)) return undefined
        throw error
      }),
    /**
     * @param {number} start
     * @param {string} key a retry with the same key has no further effect
     * @param {number} version
     */
    move: (start, key, version) =>
      put(
        'api/v2/appointments/reschedule',
        { id: access.appointmentId, start: new Date(start).toISOString() },
        key,
        version,
      ),
    /**
     * @param {string} reason
     * @param {string} key
     * @param {number} version
     */
    cancel: (reason, key, version) =>
      put(`api/v2/appointments/${id}/cancel`, reason === '' ? {} : { reason }, key, version),
  }
}
/** @typedef {Awaited<ReturnType<typeof openSession>>} Session */

/** A new idempotency key. */
export const newKey = () =>
  [...crypto.getRandomValues(new Uint32Array(4))].map((one) => one.toString(36)).join('-')
