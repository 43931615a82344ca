// What an integrator writes with nothing but the OpenAPI document of v1. Its types are generated when it is tested.
import createClient from 'openapi-fetch'
import type { paths } from './schema.js'

export async function run(
  baseUrl: string,
  { agent: token, start, later }: { agent: string; start: string; later: string },
) {
  const agent = createClient<paths>({ baseUrl, headers: { Authorization: `Bearer ${token}` } })
  const booked = await agent.POST('/api/appointments', {
    body: {
      applicationId: 'typed',
      start,
      duration: 'PT30M',
      customer: { contact: { primaryEmail: 'ada@example.com' } },
    },
  })
  if (!booked.data) throw new Error(booked.error.code)
  const path = { id: booked.data.id }
  const activated = await agent.POST('/api/appointments/activate/{id}', { params: { path } })
  const moved = await agent.PUT('/api/appointments/reschedule', {
    body: { ...path, start: later },
  })
  const read = await agent.GET('/api/appointments/{id}', { params: { path } })
  const deleted = await agent.DELETE('/api/appointments/{id}', { params: { path } })
  return [
    activated.data?.url === read.data?.roomAccess?.url,
    moved.data?.start,
    read.data?.participantIds.length,
    deleted.response.status,
  ]
}
