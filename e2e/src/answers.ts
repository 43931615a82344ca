import type {
  AnswerOf,
  securityOperations,
  v2AdministrationOperations,
  v2Operations,
} from '@appointments/contracts'

/* Bodies of successful responses, as the tables declare them. */

export type Appointment = AnswerOf<typeof v2Operations.getAppointment>
export type Participant = AnswerOf<typeof v2Operations.getParticipant>
export type History = AnswerOf<typeof v2Operations.findNotifications>
export type WebhookEndpoint = AnswerOf<typeof v2AdministrationOperations.getWebhookEndpoint>
export type OtpIssued = AnswerOf<typeof securityOperations.requestOtp>
export type Token = AnswerOf<typeof securityOperations.exchangeToken>

/** Participant ids of the customers, in the order they were added. */
export const customersIn = ({ participants }: Appointment): string[] =>
  participants.filter(({ type }) => type === 'CUSTOMER').map(({ id }) => id)
