import { hasRole, problem, type Agent, type Caller, type ExceptionRequest } from '@appointments/contracts'

const isAdministrator = (caller: Caller) => hasRole(caller, 'ROLE_SUPERVISOR', 'ROLE_CLIENT_SERVICE')

/** Whether a caller sees the contact data of an agent. */
export const seesContact = (caller: Caller, agentId: string): boolean =>
  isAdministrator(caller) || caller.userId === agentId

/** @throws Problem FORBIDDEN for an agent that writes exceptions of another agent */
export function refuseOtherAgents(caller: Caller, agentId: string): void {
  if (!isAdministrator(caller) && caller.userId !== agentId)
    throw problem('FORBIDDEN', 'Agents may record and remove their own absences only.')
}

/** @throws Problem FORBIDDEN unless the caller may write exceptions of this type for the agent */
export function requireOwnAbsence(
  caller: Caller,
  { managesOwnAbsence }: Pick<Agent, 'managesOwnAbsence'>,
  { type }: Pick<ExceptionRequest, 'type'>,
): void {
  if (isAdministrator(caller)) return
  if (!managesOwnAbsence)
    throw problem('FORBIDDEN', 'Agents may record their absences only if their entry has managesOwnAbsence.')
  if (type !== 'ABSENCE') throw problem('FORBIDDEN', 'Agents may not record extra hours.')
}
