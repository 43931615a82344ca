import type { WebhookPayload } from '@appointments/contracts'

const MOST_BYTES = 20_000

type Shorten = (payload: WebhookPayload) => WebhookPayload

const withAppointment = (
  { data, ...head }: WebhookPayload,
  appointment: WebhookPayload['data']['appointment'],
): WebhookPayload => ({ ...head, data: { ...data, appointment: { ...appointment, truncated: true } } })

/** Shortenings of a body that is too large, in order: data that a receiver can read elsewhere is dropped first. */
const SHORTENINGS: readonly Shorten[] = [
  (payload) => {
    const { metadata: _, ...appointment } = payload.data.appointment
    return withAppointment(payload, appointment)
  },
  (payload) => {
    const { contacts: _, ...data } = payload.data
    return { ...payload, data }
  },
  (payload) => {
    const { interaction, ...appointment } = payload.data.appointment
    return withAppointment(payload, { ...appointment, interaction: { state: interaction.state } })
  },
  (payload) => withAppointment(payload, { ...payload.data.appointment, participants: [] }),
  (payload) => {
    const { cancellation, ...appointment } = payload.data.appointment
    return withAppointment(payload, {
      ...appointment,
      ...(cancellation && { cancellation: { at: cancellation.at } }),
    })
  },
  (payload) => {
    const { userMessage: _, ...data } = payload.data
    return { ...payload, data }
  },
]

/**
 * The body of a webhook, at most 20 kB; `truncated` is set if data was dropped (docs/contract/webhooks.md#requests).
 */
export function webhookBody(payload: WebhookPayload): string {
  let rest = payload
  for (const shorten of SHORTENINGS) {
    const body = JSON.stringify(rest)
    if (Buffer.byteLength(body) <= MOST_BYTES) return body
    rest = shorten(rest)
  }
  return JSON.stringify(rest)
}
