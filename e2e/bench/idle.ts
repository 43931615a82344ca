import { services } from '../src/service-names.ts'
import { residentMb } from './measure.ts'
import { atMost, type Section } from './report.ts'
import type { Stage } from './stage.ts'

const IDLE_MB = 100

/** Resident memory of started services that have served only their callers' first bookings. */
export function idle({ system }: Stage): Promise<Section> {
  return Promise.resolve({
    title: 'Resident memory when idle',
    figures: services.map((service) => {
      const value = residentMb(system.pid(service))
      const figure = { what: service, value, shown: `${value.toFixed(0)} MB` }
      return atMost(
        figure,
        IDLE_MB,
        ' MB',
        'memory had been swapped out, or the service had not loaded its code yet',
      )
    }),
  })
}
