import type { UnavailableReason } from '@appointments/contracts'
import type { Agent } from './directory.ts'

/** Skills and languages that an agent must have. */
export interface Requirements {
  skills: readonly string[]
  languages: readonly string[]
}

/** All of several requirements. */
export const allOf = (...requirements: (Requirements | undefined)[]): Requirements => ({
  skills: requirements.flatMap((one) => one?.skills ?? []),
  languages: requirements.flatMap((one) => one?.languages ?? []),
})

/**
 * Why an agent cannot serve an application at any time; empty if it can.
 * @param agentIds the agents of the application; absent if any may be assigned
 */
export function obstacles(
  agent: Pick<Agent, 'id' | 'active' | 'skills' | 'languages'>,
  { skills, languages }: Requirements,
  agentIds: ReadonlySet<string> | undefined,
): UnavailableReason[] {
  const isCapable =
    (agentIds === undefined || agentIds.has(agent.id)) &&
    skills.every((skill) => agent.skills.includes(skill)) &&
    languages.every((language) => agent.languages.includes(language))
  return [
    ...(agent.active ? [] : ['INACTIVE' as const]),
    ...(isCapable ? [] : ['REQUIREMENT_MISSING' as const]),
  ]
}
