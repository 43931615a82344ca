import type { WebhookPayload } from '@appointments/contracts'

const MOST_BYTES = 20_000

type Shorten = (payload: WebhookPayload) => WebhookPayload

const withAppointment = (
  { data, ...head }: WebhookPayload,
  appointment: WebhookPayload['data']['appointment'],
): WebhookPayload => ({ ...head, data: { ...data, appointment: { ...appointment, truncated: true } } })

/** What goes where a body is too large, one after the other: what a receiver can read elsewhere goes first. */
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

/** The bytes of a webhook, 20 kB at most; what had to go for that is named by `truncated` (docs/contract/webhooks.md#requests). */
export function webhookBody(payload: WebhookPayload): string {
  let rest = payload
  for (const shorten of SHORTENINGS) {
    const body = JSON.stringify(rest)
    if (Buffer.byteLength(body) <= MOST_BYTES) return body
    rest = shorten(rest)
  }
  return JSON.stringify(rest)
}
