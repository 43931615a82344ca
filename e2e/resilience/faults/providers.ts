import { armRepeatedly } from './arm-repeatedly.ts'
import type { FaultGroup } from './fault.ts'

export const providerFaults: FaultGroup = {
  kind: 'providers',
  faults: [
    {
      name: 'webhook receiver hangs',
      does: 'Reads webhooks and never responds, at most 10 times.',
      apply: ({ receiver }) => receiver.script({ does: 'hang', times: 10 }),
    },
    {
      name: 'webhook receiver trickles',
      does: 'Responds to webhooks byte by byte, at most 10 times.',
      apply: ({ receiver }) =>
        receiver.script({ does: 'slow body', body: 'x'.repeat(400), pauseMs: 100, times: 10 }),
    },
    {
      name: 'webhook receiver floods',
      does: 'Responds to webhooks with an endless body, at most 10 times.',
      apply: ({ receiver }) => receiver.script({ does: 'endless body', times: 10 }),
    },
    {
      name: 'webhook receiver redirects',
      does: 'Redirects webhooks to an internal address, at most 10 times.',
      apply: ({ receiver }) =>
        receiver.script({ status: 302, headers: { location: 'http://169.254.169.254/latest' }, times: 10 }),
    },
    {
      name: 'webhook receiver resets',
      does: 'Reads webhooks and resets the connection, at most 10 times.',
      apply: ({ receiver }) => receiver.script({ does: 'reset', times: 10 }),
    },
    {
      name: 'sending takes long',
      does: 'Makes four senders wait for 25 s, longer than their leases, before they hand over a message.',
      lastsMs: 26_000,
      isSteady: true,
      apply: (stage) =>
        armRepeatedly(
          stage,
          { service: 'notifications', point: 'send.before', times: 4, lastsMs: 4000 },
          () => ({ does: 'pause', pauseMs: 25_000 }),
        ),
    },
    {
      name: 'mail server rejects',
      does: 'Rejects mails temporarily, 10 times.',
      apply: ({ smtp }) => smtp.script({ at: 'rcpt', does: { reply: 451 }, times: 10 }),
    },
    {
      name: 'mail server throttles',
      does: 'Asks clients to try again later when they connect, 10 times.',
      apply: ({ smtp }) => smtp.script({ at: 'connect', does: { reply: 421 }, times: 10 }),
    },
    {
      name: 'mail server accepts and resets',
      does: 'Accepts mails and resets the connection instead of responding, 5 times.',
      apply: ({ smtp }) => smtp.script({ at: 'end', does: 'reset', times: 5 }),
    },
    {
      name: 'mail server away',
      does: 'Resets every connection to the mail server for 5 s.',
      lastsMs: 5000,
      apply: ({ links }) => links['notifications→smtp'].reset(),
    },
    {
      name: 'SMS provider throttles',
      does: 'Responds to SMS with 429, 10 times.',
      apply: ({ twilio }) =>
        twilio.script({
          rejected: { status: 429, code: 20429, message: 'Too Many Requests', retryAfterS: 1 },
          times: 10,
        }),
    },
    {
      name: 'SMS provider accepts and resets',
      does: 'Accepts SMS and resets the connection instead of responding, 5 times.',
      apply: ({ twilio }) => twilio.script({ acceptedAnd: 'reset', times: 5 }),
    },
    {
      name: 'SMS provider away',
      does: 'Resets every connection to the SMS provider for 5 s.',
      lastsMs: 5000,
      apply: ({ links }) => links['notifications→twilio'].reset(),
    },
  ],
}
