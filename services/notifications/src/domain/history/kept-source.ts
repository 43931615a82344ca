import { DAY_MS, type CustomerRecord, type WholeAppointment } from '@appointments/contracts'
import { isFarewell } from '../send/fence.ts'
import type { Context, Notification } from '../notification.ts'

/** How long a message outlives what it is about, at most. */
const KEPT_MS = DAY_MS

/** The moment by which nothing of an appointment or a participant erased now is left. */
export const erasedBy = (now: Date): Date => new Date(now.getTime() + KEPT_MS)

/** What a message needs after its appointment or its recipient was erased. */
export interface KeptSource {
  whole: WholeAppointment
  scheduleVersion: number
  context: Context
  /** The recipient of a message to a person. Webhooks keep no contact data. */
  customer?: CustomerRecord
}

/**
 * What is kept for a notification that has not been delivered yet: enough to finish a webhook, or to tell a customer
 * that it is over. Undefined for everything else, which is not sent any more.
 */
export function keptSourceOf(
  { type, channel, recipientKey, context }: Notification,
  { whole, scheduleVersion }: Pick<KeptSource, 'whole' | 'scheduleVersion'>,
  contacts: readonly CustomerRecord[],
): KeptSource | undefined {
  const { whole: asTold, ...rest } = context
  if (channel === 'WEBHOOKS') return { whole: asTold ?? whole, scheduleVersion, context: rest }
  const customer = contacts.find(({ id }) => id === recipientKey)
  if (!customer || !isFarewell(type)) return undefined
  const { metadata: _, ...named } = customer
  return { whole: withoutOthers(whole, recipientKey), scheduleVersion, context: rest, customer: named }
}

/** The appointment as far as a message to one customer shows it. */
const withoutOthers = ({ appointment, roster }: WholeAppointment, customerId: string): WholeAppointment => ({
  appointment: {
    ...appointment,
    metadata: {},
    manageVersions: { [customerId]: appointment.manageVersions[customerId] ?? 1 },
  },
  roster: {
    ...roster,
    participants: [],
    interaction: { ...roster.interaction, customFields: {}, properties: {} },
  },
})
