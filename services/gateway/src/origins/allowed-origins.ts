import { ORIGINS_PAGE } from '@appointments/contracts'
import type { Log } from '@appointments/runtime'
import type { CallService } from '../proxy/call-service.ts'

interface Deps {
  /** Origins that every application allows; `*` for all. */
  configured: '*' | readonly string[]
  call: CallService
  log: Log
}

/** Which origins of web pages may call the API, and show the booking pages of applications. */
export interface AllowedOrigins {
  /** Whether pages of an origin may call the API for every application. */
  isConfigured: (origin: string) => boolean
  /** Whether pages of an origin may call the API for an application; without one, for any application. */
  mayCall: (origin: string, applicationId?: string) => boolean
  /** The origins whose pages may show the booking page of an application. */
  framersOf: (applicationId: string) => readonly string[]
  /**
   * Reads the origins of all applications again; until that has succeeded, the ones that were read before apply.
   * @throws Error if the appointments service does not return them
   */
  refresh: () => Promise<void>
}

/** Keeps a copy of the origins that applications allow in their presentations. */
export function createAllowedOrigins({ configured, call, log }: Deps): AllowedOrigins {
  let byApplication: ReadonlyMap<string, readonly string[]> = new Map()
  let ofAny: ReadonlySet<string> = new Set()

  const isConfigured = (origin: string) => configured === '*' || configured.includes(origin)

  const readAll = async () => {
    const read = new Map<string, readonly string[]>()
    for (let after: string | undefined; ;) {
      const page = { limit: ORIGINS_PAGE, ...(after !== undefined && { after }) }
      const { status, body } = await call('readAllowedOrigins', page)
      if (!body) throw new Error(`the allowed origins could not be read: status ${status}`)
      for (const { id, origins } of body.applications) read.set(id, origins)
      after = body.applications.at(-1)?.id
      if (body.applications.length < ORIGINS_PAGE) return read
    }
  }

  return {
    isConfigured,
    mayCall(origin, applicationId) {
      if (isConfigured(origin)) return true
      if (applicationId === undefined) return ofAny.has(origin)
      return byApplication.get(applicationId)?.includes(origin) ?? false
    },
    framersOf: (applicationId) => byApplication.get(applicationId) ?? [],
    async refresh() {
      const read = await readAll()
      byApplication = read
      ofAny = new Set([...read.values()].flat())
      log.debug({ applications: read.size }, 'the allowed origins have been read')
    },
  }
}
