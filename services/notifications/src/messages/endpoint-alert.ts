import type { EndpointAlert } from '../domain/webhooks/endpoint-alerts.ts'
import { plainLook } from '../templates/look.ts'
import { FALLBACK_LOCALE, framed } from '../templates/render.ts'
import { domainOf, oneLine } from './header-text.ts'
import type { Mail } from './mail.ts'
import type { Installation } from './message-source.ts'

const words: Record<EndpointAlert['reason'], { subject: string; heading: string; intro: string }> = {
  FAILING: {
    subject: 'Webhooks fail',
    heading: 'A webhook endpoint fails',
    intro: 'Attempts keep failing. Please check the receiver. Failed webhooks are retried automatically.',
  },
  NO_SUCCESS: {
    subject: 'Webhooks disabled',
    heading: 'A webhook endpoint was disabled',
    intro:
      'All attempts failed for 120 hours. Enable it once the receiver works, then replay the period it missed.',
  },
  GONE: {
    subject: 'Webhooks disabled',
    heading: 'A webhook endpoint was disabled',
    intro:
      'The receiver responded with 410 Gone. If that was a mistake, enable the endpoint, then replay the period it missed.',
  },
}

/** The alert mail to the owner of an endpoint; in English, because it is for system administrators. */
export function alertMail(
  { id, alertEmail, alert }: { id: string; alertEmail: string; alert: EndpointAlert },
  installation: Installation,
): Mail {
  const { endpointId, applicationId, host, reason, failingSince, disabledFrom } = alert
  const { subject: what, heading, intro } = words[reason]
  const subject = oneLine(`${what}: ${host}`)
  const row = (label: string, value: string | undefined) =>
    value === undefined ? [] : [{ label, value, struck: false }]
  return {
    id,
    domain: domainOf(installation.mailFrom),
    references: endpointId,
    from: { name: oneLine(installation.mailFromName), address: installation.mailFrom },
    to: { name: '', address: alertEmail },
    subject,
    ...framed({
      locale: FALLBACK_LOCALE,
      subject,
      preview: heading,
      brand: installation.mailFromName,
      colon: ':',
      heading,
      greeting: '',
      intro,
      code: '',
      codeLabel: '',
      codeValid: '',
      rows: [
        ...row('Endpoint', `${host} (${endpointId})`),
        ...row('Application', applicationId),
        ...row('Failing since', failingSince),
        ...row('Disabled from', disabledFrom),
      ],
      actions: [],
      footer: 'You get this message because your address is the alertEmail of the endpoint.',
      optOut: [],
      look: plainLook,
    }),
  }
}
