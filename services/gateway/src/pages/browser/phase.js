/** @typedef {{ id: string, version: number, title?: string, start: string, end: string, timezone: string, locale: string, state: 'SCHEDULED' | 'ACTIVATED' | 'CANCELLED' | 'ABORTED', notificationsActive: boolean }} Appointment */
/** @typedef {{ url: string, expires: string }} Room */
/** @typedef {'waiting' | 'running' | 'open' | 'cancelled' | 'failed' | 'over'} Phase */

/**
 * The phase of an appointment as its customer sees it.
 * @param {Appointment} appointment
 * @param {Room | undefined} room
 * @param {number} now
 * @returns {Phase}
 */
export function phaseOf({ state, start, end }, room, now) {
  if (state === 'CANCELLED') return 'cancelled'
  if (state === 'ABORTED') return 'failed'
  // a room stays open after the end, because conversations may take longer
  if (state === 'ACTIVATED' && room && Date.parse(room.expires) > now) return 'open'
  if (Date.parse(end) <= now) return 'over'
  return Date.parse(start) <= now ? 'running' : 'waiting'
}

/** @typedef {'trouble' | 'busy' | 'gone' | 'ended' | 'taken' | 'stale' | 'tooLate' | 'past' | 'tooFar' | 'invalid'} Meaning */

/**
 * Compares two states of an appointment by the parts that its customer sees.
 * @param {Appointment} before
 * @param {Appointment} now
 * @returns {('time' | 'title' | 'other')[]} never empty
 */
export function changesSince(before, now) {
  /** @type {('time' | 'title')[]} */
  const changes = []
  if (before.start !== now.start || before.end !== now.end || before.timezone !== now.timezone)
    changes.push('time')
  if ((before.title ?? '') !== (now.title ?? '')) changes.push('title')
  return changes.length > 0 ? changes : ['other']
}

/** @type {Record<string, Meaning>} */
const byCode = {
  TICKET_GONE: 'gone',
  MANAGE_TICKET_STALE: 'gone',
  FORBIDDEN: 'gone',
  APPOINTMENT_NOT_FOUND: 'gone',
  INVALID_STATE: 'ended',
  SLOT_TAKEN: 'taken',
  VERSION_MISMATCH: 'stale',
  CANCEL_CUTOFF_PASSED: 'tooLate',
  SCHEDULE_IN_PAST: 'past',
  SCHEDULE_TOO_FAR: 'tooFar',
  VALIDATION_FAILED: 'invalid',
}

/**
 * What an error means for the customer.
 * @param {{ status: number, code: string }} error its status is 0 if there was no response
 * @returns {Meaning}
 */
export const meaningOf = ({ status, code }) => byCode[code] ?? (status === 429 ? 'busy' : 'trouble')

/**
 * Milliseconds until the next check whether the room is open; shorter the nearer the start.
 * @param {number} start
 * @param {number} now
 */
export function pauseBefore(start, now) {
  const ahead = start - now
  if (ahead > 3_600_000) return 300_000
  return ahead > 600_000 ? 60_000 : 15_000
}

/**
 * The address of a room if it is safe to open, that is, a web address.
 * @param {string} address
 */
export function roomAddress(address) {
  try {
    const { protocol, href } = new URL(address)
    return protocol === 'https:' || protocol === 'http:' ? href : undefined
  } catch {
    return undefined
  }
}

/**
 * Name of an appointment: its title, or a general name, which mentions a video call only if there is a room.
 * @param {{ title?: string | undefined }} appointment
 * @param {boolean} hasRoom
 * @param {{ joinTitle: string, manageTitle: string }} words
 */
export const nameOf = ({ title }, hasRoom, { joinTitle, manageTitle }) =>
  title || (hasRoom ? joinTitle : manageTitle)
