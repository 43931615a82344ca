// Code that must compile for an integrator with the types generated from the document of v2.
import createClient from 'openapi-fetch'
import type { components, paths } from './schema.js'

const client = createClient<paths>({ baseUrl: 'https://appointments.example.com' })

/** A webhook endpoint needs its required fields only. */
export const createEndpoint = () =>
  client.POST('/api/v2/webhook-endpoints', {
    body: {
      applicationId: 'crm',
      url: 'https://crm.example.com/hooks',
      events: ['appointment.created'],
    },
  })

/** Settings have no required field; notification types are checked by name. */
const settings: components['schemas']['ApplicationRequest'] = {
  notifications: { active: true, types: { CREATE: { channels: ['EMAIL'] } } },
}
export const putSettings = () =>
  client.PUT('/api/v2/applications/{applicationId}', {
    params: { path: { applicationId: 'crm' } },
    body: settings,
  })

/** The codes of an error narrow by operation. */
export async function book(start: string): Promise<string> {
  const { data, error } = await client.POST('/api/v2/appointments', {
    body: { applicationId: 'crm', start, duration: 'PT30M' },
  })
  if (data) return data.id
  switch (error.code) {
    case 'SLOT_TAKEN':
    case 'SCHEDULE_IN_PAST':
      return 'choose another time'
    default:
      return error.detail
  }
}

/** The body of a webhook narrows by its type. */
export function received(event: components['schemas']['WebhookEvent']): string {
  switch (event.type) {
    case 'webhook.ping':
      return event.data.endpointId
    case 'appointment.rescheduled':
      return `${event.data.previous.start ?? ''} → ${event.data.appointment.start}`
    default:
      return event.data.appointment.id
  }
}
