import { openSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import { services } from '../src/service-names.ts'
import { startServices, type Services } from '../src/start-services.ts'
import type { Caller } from './caller.ts'
import { createCallers, registerApplications } from './callers.ts'
import type { Desk } from './operations.ts'
import { processorTimeOf, type ProcessorTime } from './processor-time.ts'
import { PER_APPLICATION, seed } from './seed.ts'
import { benchBackends, organizations } from './settings.ts'
import { startSink, type Sink } from './sink/start-sink.ts'

/** Time for services to finish what follows a start, such as the first run of the dispatcher. */
const SETTLING_MS = 3000

/** A system as it is deployed: with its limits, logs and mail, and with callers who work with it. */
export interface Stage extends Desk {
  system: Services
  sink: Sink
  /** Reads the processor time that each part has used so far. */
  processorTime: () => ProcessorTime
  close: () => Promise<void>
}

/** How a stage differs from the usual one. */
interface Differences {
  /** How many appointments exist at the start; a thousand of each organization by default. */
  appointments?: number
  /** Starts it without appointments, organizations and callers. */
  isEmpty?: boolean
  /** How many replicas of the appointments service run behind a balancer. */
  replicas?: number
  /** Connections of each replica to its database; by default those of the configuration. */
  poolSize?: number
  /** Replaces the addresses of the databases. */
  databaseUrl?: (url: string) => Promise<string>
}

/** Starts every service and fills the system. */
export async function openStage({
  appointments,
  isEmpty = false,
  replicas,
  poolSize,
  databaseUrl,
}: Differences = {}): Promise<Stage> {
  const sink = await startSink()
  const backends = await benchBackends({
    SMTP_URL: sink.url,
    ...(poolSize !== undefined && { DATABASE_POOL_SIZE: String(poolSize) }),
  })
  const { environment } = backends
  for (const [name, url] of Object.entries(environment))
    if (databaseUrl && name.endsWith('_DATABASE_URL')) environment[name] = await databaseUrl(url)
  const system = await startServices({
    as: 'processes',
    backends,
    // logs as shipped, but not among the results
    output: openSync('/dev/null', 'w'),
    ...(replicas !== undefined && {
      replicas: { ...Object.fromEntries(services.map((service) => [service, 1])), appointments: replicas },
    }),
  })
  const close = async () => {
    await system.close()
    sink.stop()
    await backends.drop()
  }
  try {
    const url = system.gatewayUrl
    const callers = isEmpty ? [] : await filled(system, appointments)
    await sink.untilAccepted(callers.length)
    await pause(SETTLING_MS)
    const pids = services.map((service) => [
      service,
      system.instances.filter((one) => one.service === service).map((one) => one.running()?.pid ?? 0),
    ])
    const processorTime = processorTimeOf({ ...Object.fromEntries(pids), 'mail sink': [sink.pid] })
    return { url, callers, system, sink, processorTime, close }
  } catch (error) {
    await close()
    throw error
  }
}

/** Fills a system with appointments, and books one for each of its callers. */
async function filled({ gatewayUrl, databases }: Services, appointments?: number): Promise<Caller[]> {
  await registerApplications(gatewayUrl)
  const applications = appointments === undefined ? organizations : appointments / PER_APPLICATION
  await seed(databases, applications)
  return createCallers(gatewayUrl, applications)
}
