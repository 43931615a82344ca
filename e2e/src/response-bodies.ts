import type {
  ResponseOf,
  securityOperations,
  v2AdministrationOperations,
  v2Operations,
} from '@appointments/contracts'

/* Bodies of successful responses, as the tables declare them. */

export type Appointment = ResponseOf<typeof v2Operations.getAppointment>
export type Participant = ResponseOf<typeof v2Operations.getParticipant>
export type History = ResponseOf<typeof v2Operations.findNotifications>
export type WebhookEndpoint = ResponseOf<typeof v2AdministrationOperations.getWebhookEndpoint>
export type OtpIssued = ResponseOf<typeof securityOperations.requestOtp>
export type Token = ResponseOf<typeof securityOperations.exchangeToken>

/** Participant ids of the customers, in the order they were added. */
export const customersIn = ({ participants }: Appointment): string[] =>
  participants.filter(({ type }) => type === 'CUSTOMER').map(({ id }) => id)
