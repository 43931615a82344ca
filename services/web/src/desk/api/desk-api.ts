import type {
  OfferedServiceTypes,
  ResponseOf,
  v2AdministrationOperations,
  v2Operations,
} from '@appointments/contracts'
import type { ServiceType } from '../../api/booking.ts'
import { createFreeTimes, type FreeTimes } from '../../api/free-times.ts'
import { ApiError, keyed, newKey } from '../../api/send.ts'
import { createCalendarsApi } from '../calendar/calendars-api.ts'
import { createFiguresApi } from '../figures/figures-api.ts'
import { createSettingsApi } from '../settings/settings-api.ts'
import { createWebhooksApi } from '../webhooks/webhooks-api.ts'
import type { Call } from './call.ts'
import { MOST_AGENTS, TeamTooLarge } from './team-too-large.ts'
import type {
  Agent,
  Appointment,
  Check,
  Contact,
  Me,
  Message,
  MessageContent,
  MessageSearch,
  Named,
  Page,
  Person,
  Presence,
  Retried,
  Search,
} from './shapes.ts'

const MOST = '200'
const APPOINTMENTS = 'api/v2/appointments'

type Appointments = typeof v2Operations
type Administration = typeof v2AdministrationOperations

/** A numbered page, which older lists have. */
type Numbered<Element> = Pick<ResponseOf<Administration['findAgents']>, 'pageCount'> & { content: Element[] }

/** A search changes nothing, so it needs no idempotency key. */
const post = (body: object): RequestInit => ({
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(body),
})

const query = (values: Record<string, string>) => new URLSearchParams(values).toString()

/** The requests of the desk. The gallery supplies its own. @param call sends a request with the token */
export function createDeskApi(call: Call) {
  const at = (id: string, rest = '') => `${APPOINTMENTS}/${encodeURIComponent(id)}${rest}`
  /** Changes the version that the person has seen; a change of any other version is rejected. */
  const change = (path: string, body: unknown, { version }: Seen, key: string) =>
    call<Appointment>(path, {
      ...keyed('PUT', {}, key, { 'if-match': `"${version}"` }),
      body: JSON.stringify(body),
    })
  /** Every element of a list of the directory, page by page. */
  const every = async <Element>(
    list: 'agents' | 'queues' | 'teams',
    filter: Record<string, string> = {},
  ): Promise<Element[]> => {
    const read = (pageNumber: number) =>
      call<Numbered<Element>>(
        `api/v2/${list}?${query({ ...filter, pageSize: MOST, pageNumber: String(pageNumber) })}`,
      )
    const { content, pageCount } = await read(1)
    for (let page = 2; page <= pageCount; page += 1) content.push(...(await read(page)).content)
    return content
  }

  const check = (of: object, start: number) =>
    call<Check>('api/v2/availability/check', post({ ...of, start: new Date(start).toISOString() }))

  return {
    me: () => call<Me>('api/v2/me'),
    search: (search: Search): Promise<Page<Appointment>> =>
      call<ResponseOf<Appointments['searchAppointments']>>(
        `${APPOINTMENTS}/search`,
        post({ ...search, include: ['participants'] }),
      ),
    appointment: (id: string) => call<Appointment>(at(id)),
    people: (id: string) => call<Person[]>(at(id, '/participants')),
    timeline: (id: string, cursor?: string) =>
      call<ResponseOf<Appointments['findTimeline']>>(
        at(id, `/timeline?${query({ limit: MOST, ...(cursor !== undefined && { cursor }) })}`),
      ),
    messageSteps: async (id: string) =>
      (
        await call<ResponseOf<Appointments['findAppointmentNotificationEvents']>>(
          at(
            id,
            // the timeline does not show webhooks, whose retries could fill the page
            `/notifications/events?${query({ channel: 'EMAIL,SMS', pageSize: MOST, sortField: 'createdAt', sortOrder: 'desc' })}`,
          ),
        )
      ).content,

    /** Agents whose name or id contains a text; without a text, the first agents. */
    agents: async (q: string) => {
      const found = await call<ResponseOf<Administration['findAgents']>>(
        `api/v2/agents?${query({ active: 'true', sortField: 'displayName', pageSize: '50', ...(q !== '' && { q }) })}`,
      )
      return found.content
    },
    queues: () => every<Named>('queues', { sortField: 'name' }),
    teams: () => every<Named>('teams', { sortField: 'name' }),
    /** The ids of the members of a team, for a search or for statistics. @throws TeamTooLarge */
    teamAgents: async (teamId: string) => {
      const members = await every<Agent>('agents', { teamId })
      if (members.length > MOST_AGENTS) throw new TeamTooLarge()
      return members.map(({ id }) => id)
    },
    serviceTypes: async (applicationId: string): Promise<ServiceType[]> => {
      const path = `api/v2/availability/service-types?${query({ applicationId })}`
      return (await call<OfferedServiceTypes>(path)).serviceTypes
    },

    freeTimes: (appointmentId: string): FreeTimes => createFreeTimes({ appointmentId }, call),
    /** The free times for a new appointment. */
    offeredTimes: (offer: Offer): FreeTimes => createFreeTimes({ ...offer }, call),
    /** Why a time is offered or not. @param start milliseconds since 1970 */
    check: (of: { appointmentId: string } | Offer, start: number): Promise<Check> => check(of, start),
    /** Ids of the agents who are free at the time of an appointment; empty if the API rejects the request. */
    freeAgents: async ({ id, start }: Appointment): Promise<string[]> => {
      const { agents } = await check({ appointmentId: id }, Date.parse(start)).catch((error: unknown) => {
        if (error instanceof ApiError && error.status > 0 && error.status < 500) return { agents: [] }
        throw error
      })
      return agents.filter(({ offered }) => offered).map(({ agentId }) => agentId)
    },

    book: (body: object, key: string) => call<Appointment>(APPOINTMENTS, keyed('POST', body, key)),
    move: (seen: Appointment, start: number, isOverride: boolean, key: string) =>
      change(
        `${APPOINTMENTS}/reschedule`,
        { id: seen.id, start: new Date(start).toISOString(), ...(isOverride && { override: 'CALENDAR' }) },
        seen,
        key,
      ),
    cancel: (seen: Appointment, reason: string, notify: boolean, key: string) =>
      change(at(seen.id, '/cancel'), { ...(reason !== '' && { reason }), notify }, seen, key),
    reassign: (seen: Appointment, userId: string, isOverride: boolean, key: string) =>
      change(
        `${APPOINTMENTS}/reassign`,
        { id: seen.id, userId, ...(isOverride && { override: 'CALENDAR' }) },
        seen,
        key,
      ),
    /** Changes contact details of a customer; absent ones stay as they are. */
    correct: (seen: Appointment, customerId: string, contact: Contact, key: string) =>
      change(APPOINTMENTS, { id: seen.id, customer: { id: customerId, contact } }, seen, key),
    accept: (seen: Appointment, participantId: string, key: string) =>
      change(at(seen.id, '/accept'), participantId, seen, key),
    /** Opens the room if it is not open yet. */
    room: (id: string) =>
      call<Pick<ResponseOf<Appointments['openRoom']>, 'url'>>(at(id, '/room'), keyed('PUT', {}, newKey())),
    setPresence: (id: string, participantId: string, state: Presence) =>
      call<Appointment>(at(id, `/participants/${encodeURIComponent(participantId)}?state=${state}`), {
        method: 'PUT',
        headers: { 'idempotency-key': newKey() },
      }),

    figures: createFiguresApi(call),
    calendars: createCalendarsApi(call),
    webhooks: createWebhooksApi(call),
    settings: createSettingsApi(call),

    messages: (search: MessageSearch): Promise<Page<Message>> =>
      call<ResponseOf<Administration['searchNotifications']>>('api/v2/notifications/search', post(search)),
    retry: (ids: readonly string[]) =>
      call<Retried[]>('api/v2/notifications/retry', keyed('POST', { ids }, newKey())),
    /** Creates the message again, with the current address and appointment. */
    resend: (appointmentId: string, notificationId: string, key: string) =>
      call<Message>(
        at(appointmentId, `/notifications/${encodeURIComponent(notificationId)}/resend`),
        keyed('POST', {}, key),
      ),
    messageContent: (id: string) =>
      call<MessageContent>(`api/v2/notifications/${encodeURIComponent(id)}/content`),
  }
}
export type DeskApi = ReturnType<typeof createDeskApi>

/** The service to book, and the agent or queue whose times are offered. */
export interface Offer {
  applicationId: string
  duration: string
  serviceTypeId?: string
  queueId?: string
  agentId?: string
}

type Seen = Pick<Appointment, 'version'>
