import { signal } from '@preact/signals'
import type { Appointment } from '../api/appointment.ts'
import { keepChoice } from '../text/kept-choice.ts'
import { currentZone, knownZone, ownZone } from '../text/zoned-time.ts'

const inAddress = new URLSearchParams(location.search).get('tz')
const chosen = signal(inAddress === null ? undefined : knownZone(inAddress))

/** The zone that the visitor chose; undefined if none was chosen. */
export const chosenZone = (): string | undefined => chosen.value

/** The zone in which the page shows times: the visitor's, unless another one was chosen. */
export const shownZone = (): string => chosen.value ?? ownZone()

/**
 * The zone in which the times of an appointment are shown: the appointment's for a meeting in person, otherwise the
 * visitor's, unless another one was chosen.
 */
export const zoneOf = ({ place, timezone }: Pick<Appointment, 'place' | 'timezone'>): string =>
  place.channel === 'IN_PERSON' ? (chosen.value ?? knownZone(timezone)) : shownZone()

/** Shows times in another zone; the address keeps the choice. */
export function showZone(zone: string): void {
  chosen.value = zone
  keepChoice('tz', zone)
}

/** All zones to choose from, with the shown one and the appointment's. */
export const zonesToShow = (appointmentZone: string): string[] =>
  [
    ...new Set(
      [ownZone(), shownZone(), appointmentZone, ...Intl.supportedValuesOf('timeZone')].map(currentZone),
    ),
  ].sort()
