// What an integrator writes with nothing but the OpenAPI document of v2. Its types are generated when it is tested.
import createClient from 'openapi-fetch'
import type { paths } from './schema.js'

export async function run(baseUrl: string, given: { agent: string; machine: string; start: string }) {
  const as = (token: string) =>
    createClient<paths>({ baseUrl, headers: { Authorization: `Bearer ${token}` } })
  const agent = as(given.agent)
  const machine = as(given.machine)

  const booked = await agent.POST('/api/v2/appointments', {
    body: {
      applicationId: 'typed',
      start: given.start,
      duration: 'PT30M',
      customers: [{ contact: { primaryEmail: 'ada@example.com' } }],
    },
  })
  if (!booked.data) throw new Error(booked.error.code)
  const { id, participants } = booked.data
  const path = { id }
  const customer = participants.find(({ type }) => type === 'CUSTOMER')
  if (!customer) throw new Error('no customer')

  const activated = await machine.POST('/api/v2/appointments/activate/{id}', { params: { path } })
  const present = await agent.PUT('/api/v2/appointments/{id}/participants/{participantId}', {
    params: { path: { id, participantId: customer.id }, query: { state: 'JOINED' } },
  })
  const accepted = await agent.PUT('/api/v2/appointments/{id}/accept', { params: { path }, body: 'agent-7' })
  const cancelled = await agent.PUT('/api/v2/appointments/{id}/cancel', {
    params: { path },
    body: { reason: 'done' },
  })
  return [
    booked.data.state,
    activated.data?.state,
    present.data?.participants.length,
    accepted.data?.interaction.state,
    cancelled.data?.state,
  ]
}
