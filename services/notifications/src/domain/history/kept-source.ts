import { DAY_MS, type CustomerRecord, type WholeAppointment } from '@appointments/contracts'
import { isFarewell } from '../send/fence.ts'
import type { Context, Notification } from '../notification.ts'

/** How long a pending message may use data after its appointment or participant was erased. */
const KEPT_MS = DAY_MS

/** When all data of an appointment or participant that is erased now has been deleted. */
export const erasedBy = (now: Date): Date => new Date(now.getTime() + KEPT_MS)

/** Data for a message whose appointment or recipient was erased. */
export interface KeptSource {
  whole: WholeAppointment
  scheduleVersion: number
  context: Context
  /** The recipient of a message to a person. Webhooks keep no contact data. */
  customer?: CustomerRecord
}

/**
 * The data kept for a pending notification: enough to finish a webhook, or to tell a customer that the appointment
 * is cancelled. Undefined for all other notifications, which are not sent.
 */
export function keptSourceOf(
  { type, channel, recipientKey, context }: Notification,
  { whole, scheduleVersion }: Pick<KeptSource, 'whole' | 'scheduleVersion'>,
  contacts: readonly CustomerRecord[],
): KeptSource | undefined {
  const { whole: atEvent, ...rest } = context
  if (channel === 'WEBHOOKS') return { whole: atEvent ?? whole, scheduleVersion, context: rest }
  const customer = contacts.find(({ id }) => id === recipientKey)
  if (!customer || !isFarewell(type)) return undefined
  const { metadata: _, ...named } = customer
  return { whole: withoutOthers(whole, recipientKey), scheduleVersion, context: rest, customer: named }
}

/** The parts of an appointment that a message to this customer shows. */
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
