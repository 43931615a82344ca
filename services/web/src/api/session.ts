import type { ParticipantDetails } from '@appointments/contracts'
import type { Appointment, Contact, Presence, Room } from './appointment.ts'
import { createFreeTimes, type NextSlots } from './free-times.ts'
import { createHolds, type Holds } from './holds.ts'
import { readProfile, type Profile } from './profile.ts'
import { ApiError, keyed, newKey, send, sendBlob } from './send.ts'
import { exchange, ticketIn } from './ticket.ts'

const NO_ROOM = new Set(['NOT_ACTIVATED', 'INVALID_STATE', 'APPOINTMENT_EXPIRED'])

/**
 * How a customer chooses a new time. `freeTimes`: among the free times of the calendar. `anyTime`: any time, because
 * the appointment has no calendar or its application ignores calendars. `contact`: not at all, because the application
 * requires a calendar and the appointment has none.
 */
export type WayToMove = 'freeTimes' | 'anyTime' | 'contact'

/** The new time of an appointment, in milliseconds, and the hold that reserves it. */
export interface NewTime {
  start: number
  holdId?: string | undefined
}

/** The access that a customer's link provides. Pages receive it as an argument, so the gallery can supply a fake. */
export interface Session {
  mayManage: boolean
  /** The customer that the link is for; undefined if it is not for a particular one. */
  participantId: string | undefined
  appointment: () => Promise<Appointment>
  /** The public data of the application. */
  profile: (of: Appointment) => Promise<Profile>
  /** The room; undefined before it opens and after it has closed. */
  room: () => Promise<Room | undefined>
  /** The customer's own contact data; undefined if the link is not for a particular customer. */
  contact: () => Promise<Contact | undefined>
  wayToMove: (of: Appointment) => Promise<WayToMove>
  freeTimes: ReturnType<typeof createFreeTimes>
  holds: (of: Appointment) => Holds
  /** @param key a retry with the same key has no further effect */
  move: (seen: Appointment, time: NewTime, key: string) => Promise<Appointment>
  cancel: (seen: Appointment, reason: string, key: string) => Promise<Appointment>
  /** Continues with the link that replaces the one of this page, and puts it into the address. */
  follow: (manageLink: string) => Promise<void>
  /** The appointment as a file for calendars. */
  calendarFile: () => Promise<Blob>
  /** Reports whether the customer waits, has joined or has left. */
  setPresence: (state: Presence) => Promise<void>
}

/**
 * Opens the appointment of a ticket. The token stays in the memory of this page, which renews it when it expires.
 * @throws ApiError
 */
export async function openSession(ticketOfLink: string): Promise<Session> {
  let ticket = ticketOfLink
  let access = await exchange(ticket)
  const authorization = () => ({ authorization: `Bearer ${access.token}` })

  /** Exchanges the ticket once more if the token has expired or is outdated, then retries. */
  const renewing = <Result>(act: () => Promise<Result>): Promise<Result> =>
    act().catch(async (error: unknown) => {
      const isOutdated =
        error instanceof ApiError && (error.status === 401 || error.code === 'MANAGE_TICKET_STALE')
      if (!isOutdated) throw error
      access = await exchange(ticket)
      return act()
    })

  const call = <Body>(path: string, init: RequestInit = {}): Promise<Body> =>
    renewing(() =>
      send<Body>(path, {
        ...init,
        headers: { ...(init.headers as Record<string, string>), ...authorization() },
      }),
    )

  /** Changes the version that the customer has seen; a change of any other version is rejected. */
  const put = (path: string, body: object, key: string, { version }: Appointment) =>
    call<Appointment>(path, keyed('PUT', body, key, { 'if-match': `"${version}"` }))

  /** The path of the link that replaced the one of this page. */
  let path = ''
  const keepAddress = () => history.replaceState(history.state, '', path + location.search)

  const { appointmentId } = access
  const own = `api/v2/appointments/${encodeURIComponent(appointmentId)}`
  const ownParticipant = () =>
    access.participantId === undefined
      ? undefined
      : `${own}/participants/${encodeURIComponent(access.participantId)}`
  return {
    mayManage: access.mayManage,
    participantId: access.participantId,
    appointment: () => call(own),
    profile: ({ applicationId }) => readProfile(applicationId),
    room: () =>
      call<Room>(`${own}/room`).catch((error: unknown) => {
        if (error instanceof ApiError && NO_ROOM.has(error.code)) return undefined
        throw error
      }),
    contact: async () => {
      const path = ownParticipant()
      return path === undefined ? undefined : (await call<ParticipantDetails>(path)).contact
    },
    wayToMove: ({ applicationId }) => {
      // if the appointment has no agent, the calendar knows neither its application nor the policy
      const wanted = new URLSearchParams({ applicationId, appointmentId, limit: '1' })
      return call<NextSlots>(`api/v2/availability/next?${wanted.toString()}`).then(
        ({ policy }) => (policy === 'OFF' ? 'anyTime' : 'freeTimes'),
        wayWithoutCalendar,
      )
    },
    freeTimes: createFreeTimes({ appointmentId }, call),
    holds: ({ applicationId }) => {
      const holds = createHolds({ applicationId, appointmentId }, { headers: authorization })
      return {
        hold: (start) => renewing(() => holds.hold(start)),
        extend: (id) => renewing(() => holds.extend(id)),
        release: (id) => renewing(() => holds.release(id)),
      }
    },
    move: (seen, { start, holdId }, key) => {
      const body = {
        id: appointmentId,
        start: new Date(start).toISOString(),
        ...(holdId !== undefined && { holdId }),
      }
      return put('api/v2/appointments/reschedule', body, key, seen)
    },
    cancel: (seen, reason, key) => put(`${own}/cancel`, reason === '' ? {} : { reason }, key, seen),
    follow: async (manageLink) => {
      const { pathname } = new URL(manageLink)
      ticket = ticketIn(pathname)
      access = await exchange(ticket)
      path = pathname
      keepAddress()
      // earlier entries of the history have the old link
      addEventListener('popstate', keepAddress)
    },
    calendarFile: () => renewing(() => sendBlob(`${own}/calendar`, { headers: authorization() })),
    setPresence: async (state) => {
      const path = ownParticipant()
      if (path !== undefined) {
        const init = { method: 'PUT', headers: { 'idempotency-key': newKey() } }
        await call(`${path}?state=${state}`, init)
      }
    },
  }
}

function wayWithoutCalendar(error: unknown): WayToMove {
  if (!(error instanceof ApiError) || error.status !== 404) throw error
  return error.body?.policy === 'ENFORCE' ? 'contact' : 'anyTime'
}
