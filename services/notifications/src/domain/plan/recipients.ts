import { customersOf, displayNameOf } from '@appointments/appointment'
import {
  type Application,
  type CustomerRecord,
  type NotificationChannel,
  type NotificationType,
  type WholeAppointment,
} from '@appointments/contracts'
import { fallbackChannels } from './fallback.ts'
import type { Reason } from '../notification.ts'
import { takesEvent, takesWebhooks } from '../webhooks/webhook-endpoint.ts'

/** A webhook endpoint as a recipient. */
export interface EndpointRecipient {
  id: string
  url: string
  events: readonly NotificationType[] | null
  enabled: boolean
  state: 'ACTIVE' | 'FAILING' | 'DISABLED'
}

export interface Recipient {
  key: string
  name: string
  type: 'CUSTOMER' | 'WEBHOOK'
  /** Why nothing is sent to the recipient. */
  barred?: Reason
  /** The channel used instead. */
  instead?: NotificationChannel
}

interface Audience {
  whole: WholeAppointment
  application: Application
  contacts: readonly CustomerRecord[]
  endpoints: readonly EndpointRecipient[]
  configured: ReadonlySet<NotificationChannel>
}

/**
 * Recipients of a type over one of its channels. A customer without an address for this channel is skipped if
 * another channel reaches the customer; if none does, the record says so, and names the fallback channel if there
 * is one.
 * @param channels all channels of the type
 * @param participantId the only customer to notify, if any
 */
export function recipientsOf(
  audience: Audience,
  type: NotificationType,
  { channel, channels }: { channel: NotificationChannel; channels: readonly NotificationChannel[] },
  participantId: string | undefined,
): Recipient[] {
  if (channel === 'WEBHOOKS') return endpointsOf(audience, type)
  const { whole, contacts } = audience
  const customerIds =
    participantId === undefined ? customersOf(whole.roster).map(({ id }) => id) : [participantId]
  return contacts
    .filter(({ id }) => customerIds.includes(id))
    .flatMap((customer) => {
      const recipient = { key: customer.id, name: nameOf(customer), type: 'CUSTOMER' as const }
      if (addressOf(customer, channel) !== undefined) return [recipient]
      const isUnproved = hasUnproved(customer, channel)
      const unreached = {
        ...recipient,
        barred: isUnproved ? ('address_unproved' as const) : ('no_address' as const),
      }
      const instead = insteadOf(audience, type, { channel, channels }, customer)
      if (instead) return [{ ...unreached, instead }]
      if (isUnproved) return [unreached]
      const isFirst = channels.find((one) => one !== 'WEBHOOKS') === channel
      const isReached = channels.some((one) => addressOf(customer, one) !== undefined)
      return isFirst && !isReached ? [unreached] : []
    })
}

/** The fallback channel, unless the customer is notified over it anyway. */
const insteadOf = (
  { application, configured }: Audience,
  type: NotificationType,
  { channel, channels }: { channel: NotificationChannel; channels: readonly NotificationChannel[] },
  customer: CustomerRecord,
): NotificationChannel | undefined =>
  fallbackChannels(application, type, channel).find(
    (one) => configured.has(one) && !channels.includes(one) && addressOf(customer, one) !== undefined,
  )

const endpointsOf = ({ endpoints }: Audience, type: NotificationType): Recipient[] =>
  endpoints
    .filter((endpoint) => takesEvent(endpoint, type))
    .map((endpoint) => ({
      key: endpoint.id,
      name: new URL(endpoint.url).host,
      type: 'WEBHOOK',
      ...(!takesWebhooks(endpoint) && { barred: 'endpoint_disabled' as const }),
    }))

const FIELDS = { EMAIL: 'email', SMS: 'phone' } as const

/** A customer's address for a channel; unverified addresses are not used. */
export const addressOf = (customer: CustomerRecord, channel: NotificationChannel): string | undefined =>
  channel === 'WEBHOOKS' || hasUnproved(customer, channel) ? undefined : customer[FIELDS[channel]]

/** Whether a customer entered an address for a channel and has not verified it. */
export const hasUnproved = (customer: CustomerRecord, channel: NotificationChannel): boolean =>
  channel !== 'WEBHOOKS' &&
  customer[FIELDS[channel]] !== undefined &&
  customer.unproved?.includes(FIELDS[channel]) === true

/** A customer's name for the history, without an address. */
export const nameOf = (customer: CustomerRecord): string => displayNameOf(customer) ?? customer.id
