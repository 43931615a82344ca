import { DAY_MS } from '@appointments/contracts'
import { DEMO_APPLICATION } from './demo.ts'
import { localToken } from './local-token.ts'

/** What a person sees when the local system is ready: where it is, what it runs on, and a request to paste. */
export function banner(gatewayUrl: string, backends: readonly string[], jwtSecret: string): string {
  const start = new Date(Math.ceil(Date.now() / DAY_MS) * DAY_MS + 3 * DAY_MS + 9 * 3_600_000)
  const body = {
    applicationId: DEMO_APPLICATION,
    title: 'Contract review',
    start: start.toISOString().replace('.000Z', 'Z'),
    duration: 'PT30M',
    timezone: 'Europe/Berlin',
    customers: [
      {
        name: { firstName: 'Ada' },
        contact: { primaryEmail: 'ada@example.com', primaryPhone: '+4930123456' },
      },
    ],
  }
  const token = localToken(jwtSecret, { role: 'ROLE_AGENT', user: 'agent-7' })
  return `
Appointments is ready at ${gatewayUrl}
  backends   ${backends.join(' · ')}
  messages   ${gatewayUrl}/dev/messages
  documents  ${gatewayUrl}/docs

Book an appointment:

curl -s ${gatewayUrl}/api/v2/appointments \\
  -H 'Authorization: Bearer ${token}' \\
  -H 'Content-Type: application/json' \\
  -d '${JSON.stringify(body)}'

Ctrl-C stops it.
`
}
