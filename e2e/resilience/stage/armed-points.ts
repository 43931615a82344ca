import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import type { ServiceName } from '@appointments/contracts'
import { TRACE_FILE, type Failure, type FailPoint } from '@appointments/runtime'

/** The folders that tell services at which points to fail, and in which they record the points they pass. */
export interface ArmedPoints {
  folderOf: (service: ServiceName) => string
  arm: (service: ServiceName, point: FailPoint, failure: Failure) => void
  /** Whether an armed point has not been reached yet. */
  isArmed: (service: ServiceName, point: FailPoint) => boolean
  disarm: () => void
  /** Starts recording the points that are passed. */
  trace: () => void
  /** Ends the recording and returns the points that each service passed, in order. */
  traced: () => Partial<Record<ServiceName, FailPoint[]>>
}

/** Folders for the fail points of services; see `failPoints` of the runtime. */
export function armedPoints(folder: string, services: readonly ServiceName[]): ArmedPoints {
  const folderOf = (service: ServiceName) => path.join(folder, `fail-points-${service}`)
  for (const service of services) mkdirSync(folderOf(service))
  const traceOf = (service: ServiceName) => path.join(folderOf(service), TRACE_FILE)
  return {
    folderOf,
    arm(service, point, failure) {
      const file = path.join(folderOf(service), point)
      writeFileSync(`${file}.armed`, JSON.stringify(failure))
      renameSync(`${file}.armed`, file)
    },
    isArmed: (service, point) => existsSync(path.join(folderOf(service), point)),
    disarm() {
      for (const service of services)
        for (const file of readdirSync(folderOf(service))) rmSync(path.join(folderOf(service), file))
    },
    trace() {
      for (const service of services) writeFileSync(traceOf(service), '')
    },
    traced: () =>
      Object.fromEntries(
        services.map((service) => {
          const lines = readFileSync(traceOf(service), 'utf8').split('\n').filter(Boolean)
          rmSync(traceOf(service))
          return [service, lines]
        }),
      ),
  }
}
