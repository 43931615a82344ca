import type { NotificationChannel } from '@appointments/contracts'
import { failPoint, inSpan } from '@appointments/runtime'
import type { Metrics } from '@appointments/telemetry'
import type { Outcome } from '../domain/send/outcomes.ts'
import { sendingMetrics } from '../metrics.ts'
import type { OpenedChannels } from './open-channels.ts'

type Channels = OpenedChannels['channels']

/** Values of the metric label `outcome`. */
const OUTCOME_LABELS: Record<Outcome['kind'], string> = {
  delivered: 'accepted',
  submitted: 'accepted',
  transient: 'transient',
  permanent: 'permanent',
  unknown: 'unknown',
  unavailable: 'not_tried',
}

/** The channels, with a metric and a trace span for every message. */
export function observedChannels({ mail, texts, webhooks }: Channels, metrics: Metrics): Channels {
  const attempts = metrics.counter(sendingMetrics.attempts)
  const duration = metrics.histogram(sendingMetrics.duration)

  const observed =
    <Message, Result extends Outcome>(
      channel: NotificationChannel,
      send: (message: Message) => Promise<Result>,
    ) =>
    (message: Message): Promise<Result> =>
      inSpan(`send ${channel}`, { kind: 'client' }, async () => {
        const startedAt = performance.now()
        await failPoint('send.before')
        const outcome = await send(message)
        await failPoint('send.after')
        duration.observe({ channel }, (performance.now() - startedAt) / 1000)
        attempts.count({ channel, outcome: OUTCOME_LABELS[outcome.kind] })
        return outcome
      })

  return {
    mail: mail && { ...mail, send: observed('EMAIL', mail.send) },
    texts: texts && { ...texts, send: observed('SMS', texts.send) },
    webhooks: {
      ...webhooks,
      send: observed('WEBHOOKS', webhooks.send),
      // test calls say nothing about how real sending performs
      test: (request) => inSpan('test WEBHOOKS', { kind: 'client' }, () => webhooks.test(request)),
    },
  }
}
