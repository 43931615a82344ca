import { DAY_MS } from '@appointments/contracts'
import { DEMO_SERVICE, demoTenant } from './demo-tenant.ts'
import { dataDirectory } from './local-secrets.ts'
import { localToken } from './local-token.ts'

/** Text printed when the local system is ready: its address, its back ends, requests and a command to paste. */
export function banner(gatewayUrl: string, backends: readonly string[], jwtSecret: string): string {
  const { application, advice, organization } = demoTenant()
  const start = new Date(Math.ceil(Date.now() / DAY_MS) * DAY_MS + 3 * DAY_MS + 9 * 3_600_000)
  const body = {
    applicationId: application,
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
  const token = localToken(jwtSecret, { role: 'ROLE_AGENT', user: 'agent-7', organization })
  const slots = new URLSearchParams({ applicationId: application, serviceTypeId: DEMO_SERVICE.serviceType })
  return `
Appointments is ready at ${gatewayUrl}
  backends   ${backends.join(' · ')}
  start      ${gatewayUrl}/
  booking    ${gatewayUrl}/book/${advice}
  desk       ${gatewayUrl}/desk
  messages   ${gatewayUrl}/dev/messages
  documents  ${gatewayUrl}/docs

Book an appointment:

curl -s ${gatewayUrl}/api/v2/appointments \\
  -H 'Authorization: Bearer ${token}' \\
  -H 'Content-Type: application/json' \\
  -d '${JSON.stringify(body)}'

List the free times of the next seven days:

curl -s '${gatewayUrl}/api/v2/availability/slots?${slots.toString()}' \\
  -H 'Authorization: Bearer ${token}'

Print a token like this one:

${tokenCommand(organization)}

Ctrl-C stops it.
`
}

/** The command for a token. It names the settings that another terminal does not have. */
function tokenCommand(organization: string | undefined): string {
  const data = process.env.DATA_DIRECTORY ? `DATA_DIRECTORY=${shellWord(dataDirectory())} ` : ''
  const tenant = organization === undefined ? '' : ` --organization ${organization}`
  return `${data}npm run --silent token -- --role ROLE_AGENT --user agent-7${tenant}`
}

const shellWord = (text: string) => `'${text.replaceAll("'", String.raw`'\''`)}'`
