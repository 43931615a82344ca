import type { Place, Presentation, ServiceType } from '@appointments/contracts'
import type { ScheduleAppointment } from './schedule-command.ts'

/** The requested place, otherwise that of the service type; undefined if neither has a channel. */
export function placeOf(
  { place }: Pick<ScheduleAppointment, 'place'>,
  serviceType: Pick<ServiceType, 'channel'> | undefined,
): Place | undefined {
  const channel = place?.channel ?? serviceType?.channel
  if (channel === undefined) return undefined
  return { channel, ...(place?.text != null && { text: place.text }) }
}

/** Whether a place lacks the address that the application has for meetings in person. */
export const lacksAddress = (place: Place | undefined): place is Place =>
  place?.channel === 'IN_PERSON' && place.text === undefined

/** The place with the address of the application, if it has one. */
export const withAddress = (place: Place, { brand }: Pick<Presentation, 'brand'>): Place => ({
  ...place,
  ...(brand.address !== undefined && { text: brand.address }),
})
