import type {
  AffectedAppointment,
  Exception,
  ExceptionRequest,
  FreeBusy,
  ResponseOf,
  v2AdministrationOperations,
} from '@appointments/contracts'
import { keyed } from '../../api/send.ts'
import type { Call } from '../api/call.ts'
import type { Agent } from '../api/shapes.ts'

type Operations = typeof v2AdministrationOperations

/** The remaining working hours of an agent, and everything that takes time from them. */
export type AgentTimes = FreeBusy['agents'][number]
export type Period = AgentTimes['open'][number]

/** An agent's entry in the directory. */
export type AgentEntry = Agent & Pick<ResponseOf<Operations['getAgent']>, 'managesOwnAbsence'>

/** A page of the members of a team, or of all agents. */
export interface Members {
  agents: AgentEntry[]
  hasMore: boolean
}

export type AbsenceRequest = Pick<ExceptionRequest, 'from' | 'until' | 'reason'>

/** A stored absence. Its ends are as they were sent: with an offset, or times of the agent's own clock. */
export type Absence = Pick<Exception, 'id' | 'from' | 'until' | 'reason'>

/** An appointment whose agent is absent. */
export type Affected = AffectedAppointment

/** Number of agents on a page. */
const AGENTS = 25
/** The API returns at most this many elements of a list at a time. */
const MOST = 200

const agentPath = (id: string, rest = '') => `api/v2/agents/${encodeURIComponent(id)}${rest}`
const query = (values: Record<string, string>) => new URLSearchParams(values).toString()

/** The requests about agents, their hours and absences. @param call sends a request with the token */
export const createCalendarsApi = (call: Call) => ({
  agent: (id: string) => call<AgentEntry>(agentPath(id)),
  /** Active agents by name. @param pageNumber begins with 1 */
  members: async (teamId: string | undefined, pageNumber: number): Promise<Members> => {
    const wanted = {
      active: 'true',
      sortField: 'displayName',
      pageSize: String(AGENTS),
      pageNumber: String(pageNumber),
      ...(teamId !== undefined && { teamId }),
    }
    const found = await call<ResponseOf<Operations['findAgents']>>(`api/v2/agents?${query(wanted)}`)
    return { agents: found.content, hasMore: pageNumber < found.pageCount }
  },
  /** @throws ApiError 404 if the directory has no entry of an agent */
  times: async (
    applicationId: string,
    agentIds: readonly string[],
    span: { from: string; to: string },
  ): Promise<AgentTimes[]> => {
    const wanted = query({ applicationId, agentId: agentIds.join(','), ...span })
    return (await call<FreeBusy>(`api/v2/availability/freebusy?${wanted}`)).agents
  },
  /** @returns how many appointments of the agent are in the absence; they stay as they are */
  addAbsence: (agentId: string, absence: AbsenceRequest, key: string) =>
    call<Pick<ResponseOf<Operations['createException']>, 'id' | 'affected'>>(
      agentPath(agentId, '/exceptions'),
      keyed('POST', { type: 'ABSENCE', ...absence }, key),
    ),
  /** The absences of an agent with the latest starts, at most 200, earliest first. */
  absences: async (agentId: string): Promise<Absence[]> => {
    const wanted = query({ sortField: 'from', sortOrder: 'desc', pageSize: String(MOST) })
    const path = agentPath(agentId, `/exceptions?${wanted}`)
    const { content } = await call<ResponseOf<Operations['findExceptions']>>(path)
    return content.filter(({ type }) => type === 'ABSENCE').toReversed()
  },
  removeAbsence: (agentId: string, id: string) =>
    call(agentPath(agentId, `/exceptions/${encodeURIComponent(id)}`), { method: 'DELETE' }),
  /** The appointments in an absence that still have the absent agent, earliest first. */
  affected: async (exceptionId: string) => {
    const path = `api/v2/availability/affected?${query({ exceptionId, pageSize: String(MOST) })}`
    const { content, total } = await call<ResponseOf<Operations['findAffectedAppointments']>>(path)
    return { content, total }
  },
})
export type CalendarsApi = ReturnType<typeof createCalendarsApi>
