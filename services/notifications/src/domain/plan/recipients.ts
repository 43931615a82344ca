import { customersOf } from '@appointments/appointment'
import {
  type Application,
  type CustomerRecord,
  type NotificationChannel,
  type NotificationType,
  type WholeAppointment,
} from '@appointments/contracts'
import { fallbackChannels } from './fallback.ts'
import type { Reason } from '../notification.ts'
import { takesWebhooks } from '../webhooks/webhook-endpoint.ts'

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
  /** Why nothing is sent although there is someone to send to. */
  barred?: Reason
  /** The channel that reaches the recipient instead. */
  instead?: NotificationChannel
}

interface Everybody {
  whole: WholeAppointment
  application: Application
  contacts: readonly CustomerRecord[]
  endpoints: readonly EndpointRecipient[]
  configured: ReadonlySet<NotificationChannel>
}

/**
 * Who is told something over one of the channels it goes over. A customer without an address for the channel is
 * left to the others; where none of them reaches the customer, the record says so, and names the channel that does.
 * @param channels all the channels it goes over
 * @param participantId one customer, where only that one is told
 */
export function recipientsOf(
  everybody: Everybody,
  type: NotificationType,
  { channel, channels }: { channel: NotificationChannel; channels: readonly NotificationChannel[] },
  participantId: string | undefined,
): Recipient[] {
  if (channel === 'WEBHOOKS') return endpointsOf(everybody, type)
  const { whole, contacts } = everybody
  const told = participantId === undefined ? customersOf(whole.roster).map(({ id }) => id) : [participantId]
  return contacts
    .filter(({ id }) => told.includes(id))
    .flatMap((customer) => {
      const recipient = { key: customer.id, name: nameOf(customer), type: 'CUSTOMER' as const }
      if (addressOf(customer, channel) !== undefined) return [recipient]
      const isUnproved = hasUnproved(customer, channel)
      const unreached = {
        ...recipient,
        barred: isUnproved ? ('address_unproved' as const) : ('no_address' as const),
      }
      const instead = insteadOf(everybody, type, { channel, channels }, customer)
      if (instead) return [{ ...unreached, instead }]
      if (isUnproved) return [unreached]
      const isFirst = channels.find((one) => one !== 'WEBHOOKS') === channel
      const isReached = channels.some((one) => addressOf(customer, one) !== undefined)
      return isFirst && !isReached ? [unreached] : []
    })
}

/** The channel that takes over, unless the customer is told over it anyway. */
const insteadOf = (
  { application, configured }: Everybody,
  type: NotificationType,
  { channel, channels }: { channel: NotificationChannel; channels: readonly NotificationChannel[] },
  customer: CustomerRecord,
): NotificationChannel | undefined =>
  fallbackChannels(application, type, channel).find(
    (one) => configured.has(one) && !channels.includes(one) && addressOf(customer, one) !== undefined,
  )

const endpointsOf = ({ endpoints }: Everybody, type: NotificationType): Recipient[] =>
  endpoints
    .filter(({ events }) => events === null || events.includes(type))
    .map((endpoint) => ({
      key: endpoint.id,
      name: new URL(endpoint.url).host,
      type: 'WEBHOOK',
      ...(!takesWebhooks(endpoint) && { barred: 'endpoint_disabled' as const }),
    }))

const FIELDS = { EMAIL: 'email', SMS: 'phone' } as const

/** Where a customer is reached over a channel; an address that nobody has proved reaches nobody. */
export const addressOf = (customer: CustomerRecord, channel: NotificationChannel): string | undefined =>
  channel === 'WEBHOOKS' || hasUnproved(customer, channel) ? undefined : customer[FIELDS[channel]]

/** Whether a customer has an address for a channel that it gave for itself and did not prove. */
export const hasUnproved = (customer: CustomerRecord, channel: NotificationChannel): boolean =>
  channel !== 'WEBHOOKS' &&
  customer[FIELDS[channel]] !== undefined &&
  customer.unproved?.includes(FIELDS[channel]) === true

/** How a history names a customer, without an address. */
const nameOf = ({ firstName, lastName, username, id }: CustomerRecord): string =>
  [firstName, lastName].filter(Boolean).join(' ') || (username ?? id)
