export { decideBackends } from './backends.ts'
export type { Backends, DecidedBackends } from './backends.ts'
export { dropDatabasesOf, freshDatabaseOn } from './databases.ts'
export type { DatabaseServer, DatabaseTemplate, FreshDatabase } from './databases.ts'
export { freshDatabase } from './fresh-database.ts'
export type { SmtpFault, SmtpMisbehaviour, SmtpStage } from './smtp/faults.ts'
export type { ReceivedAttachment, ReceivedMail } from './smtp/received-mail.ts'
export { startSmtpServer } from './smtp/start-smtp-server.ts'
export type { SmtpFake } from './smtp/start-smtp-server.ts'
export type { Fate, Misfortune, Refusal, ScriptedFate } from './twilio/fates.ts'
export type { TwilioMessage, TwilioStatus } from './twilio/message.ts'
export { startTwilio } from './twilio/start-twilio.ts'
export type { TwilioFake, TwilioOptions } from './twilio/start-twilio.ts'
export type { StatusCallback } from './twilio/status-callback.ts'
export type { WebhookAnswer } from './webhooks/answers.ts'
export { startWebhookReceiver } from './webhooks/start-webhook-receiver.ts'
export type {
  WebhookDelivery,
  WebhookReceiver,
  WebhookReceiverOptions,
} from './webhooks/start-webhook-receiver.ts'
