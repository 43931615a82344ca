import type { OrganizationKey } from './directory.ts'

/** What kept responses about an agent are stored under, so that they are deleted with the agent. */
export const agentSubject = (organization: OrganizationKey, agentId: string): string =>
  JSON.stringify(['agent', organization, agentId])
