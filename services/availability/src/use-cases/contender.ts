import { agentTime, calendarFor, type AgentCalendar } from '../domain/agent-calendar.ts'
import type { Contender } from '../domain/decide.ts'
import { obstacles, type Requirements } from '../domain/eligibility.ts'
import type { OpenQuestion } from './question.ts'

/** An agent with the data needed to decide about the requested time. */
export function contenderOf(
  { application, time, window }: OpenQuestion,
  stored: AgentCalendar,
  requirements: Requirements,
): Contender {
  const calendar = calendarFor(stored, time)
  return {
    agentId: calendar.agent.id,
    calendar,
    time: agentTime(calendar, time, window),
    obstacles: obstacles(calendar.agent, requirements, application.agentIds && new Set(application.agentIds)),
  }
}
