import {
  agentSubject,
  v2Administration,
  type directoryOperations,
  type Agent,
  type Caller,
  type WriteCondition,
} from '@appointments/contracts'
import { serve, type Handlers, type Served } from '@appointments/http'
import { keyedOperation, type Keyed, type KeyedOperation } from '@appointments/idempotency'
import type { App } from '../app.ts'
import { organizationOf } from '../domain/organization.ts'
import type { OfOrganization, Written } from '../use-cases/deps.ts'
import { availabilityHandlers } from './availability.ts'
import { presentAgent } from './present-agent.ts'
import { readAgentBatch } from './read-agent-batch.ts'

interface V2Deps {
  app: App
}

/** The operations of this service in v2. */
export const serveV2 = ({ app }: V2Deps): Served[] => [
  serve('availability', v2Administration, {
    ...directoryHandlers(app),
    ...availabilityHandlers(app),
  }),
]

/** A request about the entries of an organization. */
interface Scoped {
  caller: Caller
  query: { organizationId?: string | undefined }
}
interface OneScoped extends Scoped {
  params: { id: string }
}

const organizationIn = ({ caller, query }: Scoped) => organizationOf(caller, query.organizationId)
const oneOf = (exchange: OneScoped) => ({ organization: organizationIn(exchange), id: exchange.params.id })
const agentOf = (exchange: Scoped & { params: { agentId: string } }) => ({
  caller: exchange.caller,
  organization: organizationIn(exchange),
  agentId: exchange.params.agentId,
})

/** The response to a PUT of an entry. */
const written = <Entry>(put: () => Promise<Keyed<Written<Entry>>>): KeyedOperation<Entry> =>
  keyedOperation(({ entry }: Written<Entry>) => entry, put, { isCreated: ({ isCreated }) => isCreated })

/** Binds a PUT of an entry that belongs to an organization. */
const putting =
  <Request, Entry>(
    put: (command: OfOrganization & WriteCondition & { request: Request }) => Promise<Keyed<Written<Entry>>>,
  ) =>
  (exchange: OneScoped & WriteCondition & { body: Request }): KeyedOperation<Entry> => {
    const { body: request, ifMatch, mustExist } = exchange
    const command = { ...oneOf(exchange), request, ifMatch, mustExist }
    return written(() => put(command))
  }

function directoryHandlers(app: App): Handlers<typeof directoryOperations, 'availability'> {
  return {
    async findAgents({ caller, query }) {
      const command = { organization: organizationIn({ caller, query }), query }
      if (query.known === false) return app.findUnknownAgents(command)
      const { content, ...page } = await app.findAgents(command)
      return { ...page, content: content.map(presentAgent(caller)) }
    },

    getAgent: async (exchange) => presentAgent(exchange.caller)(await app.getAgent(agentOf(exchange))),

    putAgent(exchange) {
      const { caller, body: request, ifMatch, mustExist } = exchange
      const { organization, agentId } = agentOf(exchange)
      return keyedOperation(
        ({ entry }: Written<Agent>) => presentAgent(caller)(entry),
        () => app.putAgent({ organization, agentId, request, ifMatch, mustExist }),
        {
          isCreated: ({ isCreated }) => isCreated,
          isSecret: true,
          about: agentSubject(organization, agentId),
        },
      )
    },

    putAgents(exchange) {
      const organization = organizationIn(exchange)
      const agents = readAgentBatch(exchange.body.agents)
      return keyedOperation(
        (results) => ({ results: [...results] }),
        () => app.putAgents({ organization, agents }),
      )
    },

    removeAgent: async (exchange) => {
      await app.removeAgent(agentOf(exchange))
      return undefined
    },

    findExceptions: (exchange) => app.findExceptions({ ...agentOf(exchange), query: exchange.query }),

    getException: (exchange) => app.getException({ ...agentOf(exchange), id: exchange.params.id }),

    createException(exchange) {
      const of = agentOf(exchange)
      return keyedOperation(
        (created) => created,
        () => app.createException({ ...of, request: exchange.body }),
        { isSecret: true, about: agentSubject(of.organization, of.agentId) },
      )
    },

    removeException: async (exchange) => {
      await app.removeException({ ...agentOf(exchange), id: exchange.params.id })
      return undefined
    },

    findTeams: (exchange) => app.findTeams({ organization: organizationIn(exchange), query: exchange.query }),
    getTeam: (exchange) => app.getTeam(oneOf(exchange)),
    putTeam: putting(app.putTeam),
    removeTeam: async (exchange) => {
      await app.removeTeam(oneOf(exchange))
      return undefined
    },

    findQueues: (exchange) =>
      app.findQueues({ organization: organizationIn(exchange), query: exchange.query }),
    getQueue: (exchange) => app.getQueue(oneOf(exchange)),
    putQueue: putting(app.putQueue),
    removeQueue: async (exchange) => {
      await app.removeQueue(oneOf(exchange))
      return undefined
    },
    findQueueMembers: (exchange) => app.findQueueMembers({ ...oneOf(exchange), query: exchange.query }),

    findSchedules: (exchange) =>
      app.findSchedules({ organization: organizationIn(exchange), query: exchange.query }),
    getSchedule: (exchange) => app.getSchedule(oneOf(exchange)),
    putSchedule: putting(app.putSchedule),
    removeSchedule: async (exchange) => {
      await app.removeSchedule(oneOf(exchange))
      return undefined
    },

    findHolidayCalendars: (exchange) =>
      app.findHolidayCalendars({ organization: organizationIn(exchange), query: exchange.query }),
    getHolidayCalendar: (exchange) => app.getHolidayCalendar(oneOf(exchange)),
    putHolidayCalendar: putting(app.putHolidayCalendar),
    removeHolidayCalendar: async (exchange) => {
      await app.removeHolidayCalendar(oneOf(exchange))
      return undefined
    },

    findServiceTypes: ({ caller, params, query }) => app.findServiceTypes({ caller, ...params, query }),
    getServiceType: ({ caller, params }) => app.getServiceType({ caller, ...params }),
    putServiceType: ({ caller, params, body: request, ifMatch, mustExist }) =>
      written(() => app.putServiceType({ caller, ...params, request, ifMatch, mustExist })),
    removeServiceType: async ({ caller, params }) => {
      await app.removeServiceType({ caller, ...params })
      return undefined
    },
  }
}
