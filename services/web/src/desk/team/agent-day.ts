import type { Appointment } from '../api/shapes.ts'
import { timesOn, type DayTimes } from '../calendar/agent-times.ts'
import type { AgentEntry, AgentTimes } from '../calendar/calendars-api.ts'
import { blocksOf, partOfDay, type Block, type DayPart } from '../calendar/day-minutes.ts'
import { isInRoom, isOfAgent } from '../calendar/of-agent.ts'
import { hasPresentCustomer, waitingIn } from '../people.ts'

/** The minimum width of an appointment, so that it can be read and pressed. */
const LEAST_MINUTES = 30

/** The content of a row of the team. */
export interface AgentDay {
  agent: AgentEntry
  /** Undefined if the hours are not known. */
  times: DayTimes | undefined
  blocks: Block<{ appointment: Appointment; part: DayPart }>[]
  count: number
  /** Minutes of the appointments, and of the working hours. */
  booked: number
  working: number
  /** The appointment whose call the agent is in, together with a customer. */
  call: Appointment | undefined
  /** Whether the agent is in the room of an appointment, perhaps without a customer. */
  isInRoom: boolean
  /** Appointments whose customer waits for the agent. */
  waiting: Appointment[]
}

interface Given {
  date: string
  zone: string
  times: readonly AgentTimes[] | undefined
  appointments: readonly Appointment[]
}

const minutesOf = (parts: readonly DayPart[]) => parts.reduce((sum, { from, until }) => sum + until - from, 0)

/** The day of an agent. */
export function agentDay(agent: AgentEntry, { date, zone, times: all, appointments }: Given): AgentDay {
  const found = all?.find(({ agentId }) => agentId === agent.id)
  const times = found && timesOn(date, found, zone)
  const own = appointments.filter((one) => isOfAgent(agent.id, one))
  const entries = own.flatMap((appointment) => {
    const span = { from: Date.parse(appointment.start), until: Date.parse(appointment.end) }
    const part = partOfDay(date, span, zone)
    return part ? { appointment, part } : []
  })
  const drawn = entries.map(({ appointment, part: { from, until } }) => ({
    appointment,
    part: { from, until: Math.max(until, from + LEAST_MINUTES) },
  }))
  const inRoom = own.filter((one) => isInRoom(agent.id, one))
  const call = inRoom.find(hasPresentCustomer)
  return {
    agent,
    times,
    blocks: blocksOf(drawn),
    count: entries.length,
    booked: minutesOf(entries.map(({ part }) => part)),
    working: minutesOf(times?.open ?? []),
    call,
    isInRoom: inRoom.length > 0,
    waiting: own.filter((one) => one !== call && waitingIn(one).length > 0),
  }
}
