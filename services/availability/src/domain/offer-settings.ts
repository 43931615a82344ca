import {
  lengthOf,
  problem,
  type AvailabilitySettingsRequest,
  type Fault,
  type ServiceType,
} from '@appointments/contracts'
import type { Grid } from './grid.ts'
import { minuteAtOrAfter } from './minutes.ts'
import { zoneClock } from './zone-clock.ts'

/** How appointments of a request are offered. */
export interface OfferSettings {
  grid: Grid
  /** Milliseconds. */
  minNotice: number
  horizon: number
  /** Whole minutes; parts of a minute count as one. */
  bufferBefore: number
  bufferAfter: number
}

const minutesOf = (duration: string) => minuteAtOrAfter(lengthOf(duration))

type Defaults = AvailabilitySettingsRequest['defaults']

/**
 * A service type's own values, else those of its application (docs/contract/availability.md#settings).
 * @param applicationZone default zone of the application, if it has one
 */
export function offerSettings(
  serviceType: Partial<ServiceType> | undefined,
  defaults: Defaults,
  applicationZone: string | undefined,
): OfferSettings {
  const of = (field: Exclude<keyof Defaults, 'timezone'>) => serviceType?.[field] ?? defaults[field]
  return {
    grid: {
      clock: zoneClock(serviceType?.timezone ?? defaults.timezone ?? applicationZone ?? 'UTC'),
      granularity: minutesOf(of('granularity')),
      alignment: minutesOf(of('alignmentOffset')),
    },
    minNotice: lengthOf(of('minNotice')),
    horizon: lengthOf(of('horizon')),
    bufferBefore: minutesOf(of('bufferBefore')),
    bufferAfter: minutesOf(of('bufferAfter')),
  }
}

/** The length of the wanted appointments. */
export interface WantedDuration {
  /** The duration as it was written. */
  text: string
  ms: number
  minutes: number
  /** Whether the service type offers it; any length is offered without a service type. */
  isOffered: boolean
}

/** The buffers of an appointment in whole minutes, from its own and its occupied time in milliseconds since 1970. */
export const buffersOf = (
  { start, end }: { start: number; end: number },
  { from, to }: { from: number; to: number },
): Pick<OfferSettings, 'bufferBefore' | 'bufferAfter'> => ({
  bufferBefore: minuteAtOrAfter(start - from),
  bufferAfter: minuteAtOrAfter(to - end),
})

/** Whether a service type offers a length in milliseconds; without one, any is offered. */
export const offersDuration = (
  serviceType: Pick<ServiceType, 'durations'> | undefined,
  ms: number,
): boolean => !serviceType || serviceType.durations.some((duration) => lengthOf(duration) === ms)

/**
 * @param place of the duration in the request
 * @throws Problem VALIDATION_FAILED if no duration is given and the service type does not have exactly one
 */
export function wantedDuration(
  given: string | undefined,
  serviceType: Pick<ServiceType, 'durations'> | undefined,
  place: Pick<Fault, 'parameter' | 'pointer'> = { parameter: 'duration' },
): WantedDuration {
  const [only, ...others] = serviceType?.durations ?? []
  const text = given ?? (others.length === 0 ? only : undefined)
  if (text === undefined)
    throw problem('VALIDATION_FAILED', {
      errors: [
        {
          ...place,
          code: 'REQUIRED',
          message: 'is required unless the service type has exactly one',
        },
      ],
    })
  const ms = lengthOf(text)
  return { text, ms, minutes: minuteAtOrAfter(ms), isOffered: offersDuration(serviceType, ms) }
}
