import type { Appointment } from '../../src/response-bodies.ts'
import type { CheckedClient } from './checked-client.ts'
import type { KeptJournal } from './journal.ts'
import { APPOINTMENTS, type Own } from './lane.ts'

interface Deps {
  client: CheckedClient
  journal: KeptJournal
  /** Whether nothing fails, so that each service must show writes immediately. */
  isCalm: () => boolean
}

/** Reads back what was written: always from the owner, and from every service while no fault is active. */
export async function readBack({ client, journal, isCalm }: Deps, own: Own): Promise<void> {
  const wasCalm = isCalm()
  const whole = await client.send('GET', `${APPOINTMENTS}/${own.id}`)
  if (whole?.status === 200) {
    const { start, title, participants } = whole.body as Appointment
    if (start !== own.start || title !== own.title)
      journal.complain(
        'own write',
        `${own.id} reads ${start} ${title ?? ''}, written was ${own.start} ${own.title}`,
      )
    const missing = [...own.customers, ...own.agents].filter(
      (id) => !participants.some((one) => one.id === id),
    )
    if (missing.length > 0 && wasCalm && isCalm())
      journal.complain('settled read', `${own.id} lacks ${missing.join(', ')}`)
  } else if (whole && whole.status < 500) journal.complain('own write', `${own.id} responds ${whole.status}`)
  // a service that has not applied the booking yet must not report it as missing
  const interaction = await client.send('GET', `${APPOINTMENTS}/${own.id}/interaction`)
  if (interaction?.status === 404) journal.complain('own write', `the interaction of ${own.id} responds 404`)
  const [customer] = own.customers
  if (customer === undefined) return
  const known = await client.send('GET', `${APPOINTMENTS}/${own.id}/participants/${customer}`)
  if (known?.status !== 200 && wasCalm && isCalm()) {
    const status = known?.status ?? 'with nothing'
    journal.complain('settled read', `${own.id} customer ${customer} responds ${status}`)
  }
}
