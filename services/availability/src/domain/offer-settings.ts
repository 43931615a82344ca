import { lengthOf, problem, type ServiceType } from '@appointments/contracts'
import type { Grid } from './grid.ts'
import { minuteAtOrAfter } from './minutes.ts'
import { zoneClock } from './zone-clock.ts'

/** The values of a service type that sets none (docs/contract/availability.md#settings). */
const DEFAULTS = {
  granularity: 'PT15M',
  alignmentOffset: 'PT0S',
  minNotice: 'PT0S',
  horizon: 'P90D',
  bufferBefore: 'PT0S',
  bufferAfter: 'PT0S',
} as const

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

/** @param applicationZone default zone of the application, if it has one */
export function offerSettings(
  serviceType: Partial<ServiceType> | undefined,
  applicationZone: string | undefined,
): OfferSettings {
  const of = (field: keyof typeof DEFAULTS) => serviceType?.[field] ?? DEFAULTS[field]
  return {
    grid: {
      clock: zoneClock(serviceType?.timezone ?? applicationZone ?? 'UTC'),
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
  /** As it was written. */
  text: string
  ms: number
  minutes: number
  /** Whether the service type offers it; any length is offered without a service type. */
  isOffered: boolean
}

/** @throws Problem VALIDATION_FAILED if no duration is given and the service type does not have exactly one */
export function wantedDuration(
  given: string | undefined,
  serviceType: Pick<ServiceType, 'durations'> | undefined,
): WantedDuration {
  const [only, ...others] = serviceType?.durations ?? []
  const text = given ?? (others.length === 0 ? only : undefined)
  if (text === undefined)
    throw problem('VALIDATION_FAILED', {
      errors: [
        {
          parameter: 'duration',
          code: 'REQUIRED',
          message: 'is required unless the service type has exactly one',
        },
      ],
    })
  const ms = lengthOf(text)
  const isOffered = !serviceType || serviceType.durations.some((duration) => lengthOf(duration) === ms)
  return { text, ms, minutes: minuteAtOrAfter(ms), isOffered }
}
