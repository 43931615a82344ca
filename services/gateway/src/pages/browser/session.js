/** @import { Appointment, Room } from './standing.js' */

const LIMIT_MS = 10_000
const base = new URL('..', import.meta.url)

const noRoom = new Set(['NOT_ACTIVATED', 'INVALID_STATE', 'APPOINTMENT_EXPIRED'])

/** A request that was refused; status 0 where there was no answer. */
export class Refused extends Error {
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
 * One request to the public API.
 * @param {string} path
 * @param {RequestInit} init
 * @returns {Promise<any>}
 * @throws Refused
 */
async function ask(path, init) {
  let answer, body
  try {
    answer = await fetch(new URL(path, base), {
      cache: 'no-store',
      credentials: 'omit',
      redirect: 'error',
      referrerPolicy: 'no-referrer',
      signal: AbortSignal.timeout(LIMIT_MS),
      ...init,
    })
    // what stands in front of the service may refuse in another language
    body = answer.ok ? await answer.json() : await answer.json().catch(() => undefined)
  } catch {
    throw new Refused(0, '')
  }
  if (!answer.ok) throw new Refused(answer.status, String(body?.code ?? ''), body)
  return body
}

/**
 * Exchanges a ticket for a token.
 * @param {string} ticket
 * @throws Refused TICKET_GONE where it opens nothing any more
 */
async function exchange(ticket) {
  const { access_token: token } = await ask('security/oauth/token', {
    method: 'POST',
    body: new URLSearchParams({
      grant_type: 'urn:ietf:params:oauth:grant-type:token-exchange',
      subject_token: ticket,
      subject_token_type: 'urn:appointments:ticket',
    }),
  }).catch((error) => {
    throw error.status === 400 ? new Refused(400, 'TICKET_GONE') : error
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
 * What a ticket opens. Its token lives in this page only, and is renewed when it ends.
 * @param {string} ticket
 * @throws Refused
 */
export async function openSession(ticket) {
  let opened = await exchange(ticket)

  /**
   * @param {string} path
   * @param {RequestInit & { headers?: Record<string, string> }} [init]
   */
  const ask_ = (path, init) =>
    ask(path, { ...init, headers: { ...init?.headers, authorization: `Bearer ${opened.token}` } })

  /**
   * A token ends, and what it may do can be overtaken: then a new one is asked for, once.
   * @type {typeof ask_}
   */
  const call = (path, init) =>
    ask_(path, init).catch(async (error) => {
      if (error.status !== 401 && error.code !== 'MANAGE_TICKET_STALE') throw error
      opened = await exchange(ticket)
      return ask_(path, init)
    })

  /**
   * @param {string} path
   * @param {object} body
   * @param {string} key
   * @param {number} version the appointment as its customer sees it; another version is refused
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

  const id = encodeURIComponent(opened.appointmentId)
  return {
    mayManage: opened.mayManage,
    /** @returns {Promise<Appointment>} */
    appointment: () => call(`api/v2/appointments/${id}`),
    /**
     * The room; undefined while there is none, or none any more.
     * @returns {Promise<Room | undefined>}
     */
    room: () =>
      call(`api/v2/appointments/${id}/room`).catch((error) => {
        if (noRoom.has(error.code)) return undefined
        throw error
      }),
    /**
     * @param {number} start
     * @param {string} key a repeat with the same key moves nothing twice
     * @param {number} version
     */
    move: (start, key, version) =>
      put(
        'api/v2/appointments/reschedule',
        { id: opened.appointmentId, start: new Date(start).toISOString() },
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
