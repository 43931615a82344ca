import type { Agent, Caller } from '@appointments/contracts'
import { seesContact } from '../domain/access.ts'

/** An agent as a caller sees it: contact data only for administrators and the agent itself. */
export const presentAgent =
  (caller: Caller) =>
  (agent: Agent): Agent => {
    if (seesContact(caller, agent.id)) return agent
    const { email: _email, phone: _phone, ...visible } = agent
    return visible
  }
