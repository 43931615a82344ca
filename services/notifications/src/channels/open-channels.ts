import type { Clock, Log } from '@appointments/runtime'
import type { CircuitWatch } from '@appointments/telemetry'
import type { Config } from '../config.ts'
import type { MailChannel, TextChannel, WebhookChannel } from './channel.ts'
import { localMail, localTexts } from './local.ts'
import { smtpChannel } from './smtp.ts'
import { twilioChannel } from './twilio.ts'
import { webhookChannel } from './webhook-channel.ts'

/** The channels of an installation; those without a provider are absent. */
export interface OpenedChannels {
  channels: { mail: MailChannel | undefined; texts: TextChannel | undefined; webhooks: WebhookChannel }
  /** True if mail or SMS is only shown in the viewer, never sent. */
  isLocal: { mail: boolean; texts: boolean }
  closeChannels: () => Promise<void>
}

/**
 * Opens the channels whose providers are configured. With the viewer enabled, local channels replace the missing
 * ones.
 */
export function openChannels(
  config: Config,
  { watch, clock, log }: { watch: CircuitWatch; clock: Clock; log: Log },
): OpenedChannels {
  const { SMTP_URL, TWILIO_ACCOUNT_SID, TWILIO_AUTH_TOKEN, TWILIO_BASE_URL, DEV_VIEWER } = config
  const smtp =
    SMTP_URL === undefined
      ? undefined
      : smtpChannel(SMTP_URL, watch, { connections: config.SMTP_CONNECTIONS })
  const twilio =
    TWILIO_ACCOUNT_SID === undefined || TWILIO_AUTH_TOKEN === undefined
      ? undefined
      : twilioChannel(
          { accountSid: TWILIO_ACCOUNT_SID, authToken: TWILIO_AUTH_TOKEN, baseUrl: TWILIO_BASE_URL },
          { watch, log },
        )
  const webhooks = webhookChannel({ allowPrivate: config.WEBHOOK_ALLOW_PRIVATE, watch, clock })
  return {
    channels: {
      mail: smtp ?? (DEV_VIEWER ? localMail : undefined),
      texts: twilio ?? (DEV_VIEWER ? localTexts : undefined),
      webhooks,
    },
    isLocal: { mail: DEV_VIEWER && !smtp, texts: DEV_VIEWER && !twilio },
    closeChannels: async () => {
      twilio?.close()
      webhooks.close()
      await smtp?.close()
    },
  }
}
