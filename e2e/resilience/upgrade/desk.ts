import type { Role } from '@appointments/contracts'
import { tokenFor } from '../../src/tokens.ts'

/** The fields of an appointment that both releases know. */
export interface Seen {
  id: string
  start: string
  state: string
  version: number
  interaction: string
  participants: string[]
}

/** An e-mail of the history. */
export interface Mail {
  type: string
  status: string
}

interface ApiAppointment extends Omit<Seen, 'interaction' | 'participants'> {
  interaction: { state: string }
  participants: { id: string }[]
}

const seen = ({ id, start, state, version, interaction, participants }: ApiAppointment): Seen => ({
  id,
  start,
  state,
  version,
  interaction: interaction.state,
  participants: participants.map((one) => one.id),
})

/**
 * Calls to a gateway, each with a role that is allowed to make it. Responses are not checked against the
 * documents: those of this tree may require more than the previous release returns.
 */
export function deskAt(gatewayUrl: string) {
  /** @throws Error for any unsuccessful response */
  const call = async (role: Role, method: string, path: string, body?: unknown): Promise<unknown> => {
    const response = await fetch(`${gatewayUrl}/api/v2/${path}`, {
      method,
      headers: {
        authorization: `Bearer ${tokenFor(role, { userId: 'agent-7' })}`,
        'content-type': 'application/json',
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    const text = await response.text()
    if (!response.ok) throw new Error(`${method} ${path} returned ${response.status}: ${text}`)
    return text === '' ? undefined : JSON.parse(text)
  }
  const asAgent = async (method: string, path: string, body?: unknown) =>
    seen((await call('ROLE_AGENT', method, `appointments${path}`, body)) as ApiAppointment)
  return {
    /** Lets the application of these tests send notifications. */
    openApplication: () =>
      call('ROLE_CLIENT_SERVICE', 'PUT', 'applications/upgrade', { notifications: { active: true } }),
    book: (start: string) =>
      asAgent('POST', '', {
        applicationId: 'upgrade',
        start,
        duration: 'PT30M',
        customers: [{ contact: { primaryEmail: 'ada@example.com' } }],
      }),
    read: (id: string) => asAgent('GET', `/${id}`),
    move: (id: string, start: string) => asAgent('PUT', '/reschedule', { id, start }),
    cancel: (id: string) => asAgent('PUT', `/${id}/cancel`),
    addAgent: (id: string, userId: string) =>
      call('ROLE_SUPERVISOR', 'POST', 'appointments/participants/agents', { id, userId }),
    /** Enters an agent into the directory and reads it back. @returns its name as read */
    async enterAgent(agentId: string, displayName: string) {
      const agent = { displayName, timezone: 'Europe/Berlin', hours: [] }
      await call('ROLE_SUPERVISOR', 'PUT', `agents/${agentId}`, agent)
      return ((await call('ROLE_AGENT', 'GET', `agents/${agentId}`)) as { displayName: string }).displayName
    },
    addAbsence: (agentId: string, from: string, until: string) =>
      call('ROLE_SUPERVISOR', 'POST', `agents/${agentId}/exceptions`, { type: 'ABSENCE', from, until }),
    removeAgent: (agentId: string) => call('ROLE_SUPERVISOR', 'DELETE', `agents/${agentId}`),
    interaction: (id: string) =>
      call('ROLE_AGENT', 'GET', `appointments/${id}/interaction`) as Promise<{ state: string }>,
    /** E-mails of an appointment except its reminders, by type. */
    async mails(id: string): Promise<Mail[]> {
      const history = await call('ROLE_AGENT', 'GET', `appointments/${id}/notifications?channel=EMAIL`)
      const { content } = history as { content: Mail[] }
      return content
        .filter(({ type }) => type !== 'REMINDER')
        .map(({ type, status }) => ({ type, status }))
        .sort((one, other) => one.type.localeCompare(other.type))
    },
  }
}
