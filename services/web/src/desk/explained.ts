import type { DeskApi, Offer } from './api/desk-api.ts'
import type { Explanation } from './ui/why-not.tsx'

/** The maximum number of agents whose reasons are listed. */
const MOST_AGENTS = 8

/** Reads why a time is offered or not, and the names of the first agents. @throws ApiError */
export async function explained(
  api: Pick<DeskApi, 'check' | 'calendars'>,
  of: { appointmentId: string } | Offer,
  start: number,
): Promise<Explanation> {
  const { offered, reasons, agents } = await api.check(of, start)
  const listed = agents.slice(0, MOST_AGENTS)
  const named = await Promise.all(
    listed.map(async ({ agentId, reasons: own }) => ({
      // an agent that the directory does not have appears by its id
      ...(await api.calendars.agent(agentId).catch(() => ({ id: agentId }))),
      reasons: own,
    })),
  )
  return { offered, reasons, agents: named, others: agents.length - listed.length }
}
