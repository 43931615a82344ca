import { z } from 'zod'
import { serviceSettings } from '@appointments/foundation'
import { flag, rotating } from '@appointments/runtime'

/** Configuration of the availability service; nothing else reads the environment. */
export const config = z.object({
  ...serviceSettings(8084),
  /** The service's own PostgreSQL database. */
  AVAILABILITY_DATABASE_URL: rotating(z.string()).prefault('postgres://postgres@127.0.0.1:5432/availability'),
  /**
   * Whether the names of agents, changes of their calendars, and service types that earlier releases stored are published
   * to the other services. Turn it off while replicas of a release run that does not know `APAgentChangedEvent`; all names
   * and service types are published once it is on.
   */
  SHARE_AGENT_NAMES: flag.default(true),
  /** Address of the appointments service, from which an empty database reads claims and applications. */
  APPOINTMENTS_URL: z.url().default('http://127.0.0.1:8081'),
})
export type Config = z.output<typeof config>
