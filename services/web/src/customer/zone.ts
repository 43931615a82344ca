import { signal } from '@preact/signals'
import { knownZone } from '../text/zoned-time.ts'

const ownZone = Intl.DateTimeFormat().resolvedOptions().timeZone
const chosen = signal(knownZone(new URLSearchParams(location.search).get('tz') ?? ownZone))

/** The zone in which the page shows times: the visitor's, unless another one was chosen. */
export const shownZone = (): string => chosen.value

/** Shows times in another zone; the address keeps the choice. */
export function showZone(zone: string): void {
  chosen.value = zone
  const address = new URL(location.href)
  address.searchParams.set('tz', zone)
  history.replaceState(history.state, '', address)
}

/** All zones to choose from, with the shown one and the appointment's. */
export const zonesToShow = (appointmentZone: string): string[] =>
  [...new Set([ownZone, chosen.value, appointmentZone, ...Intl.supportedValuesOf('timeZone')])].sort()
