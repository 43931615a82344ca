import { z } from 'zod'
import { evenIfFaulty, milliseconds, requiredInProduction, rotating } from '@appointments/runtime'
import { senderSettings, serviceSettings } from '@appointments/foundation'

/** Configuration of the appointments service; nothing else reads the environment. */
export const config = z
  .object({
    ...serviceSettings(8081),
    ...senderSettings,
    /** The service's own PostgreSQL database. */
    APPOINTMENTS_DATABASE_URL: rotating(z.string()).prefault(
      'postgres://postgres@127.0.0.1:5432/appointments',
    ),
    /** Where assignments are asked about for applications that refuse double booking. */
    PARTICIPANTS_URL: z.url().default('http://127.0.0.1:8082'),
    /** Asked which version of an appointment it shows, for the same applications. */
    NOTIFICATIONS_URL: z.url().default('http://127.0.0.1:8083'),
    /** Base of the rooms that come without a provider. */
    PUBLIC_URL: z.url().default('http://127.0.0.1:8080'),
    /** Whether an application nobody configured may be used. */
    APPLICATIONS: z
      .enum(['open', 'registered'])
      .default(process.env.NODE_ENV === 'production' ? 'registered' : 'open'),
    /** Address of a room; `{room}` becomes a name that cannot be guessed, and `{id}` the id of the appointment. Without it, rooms are pages of the gateway that show who is expected, with no video. */
    ROOM_URL_TEMPLATE: z.string().includes('{room}').optional(),
    /** A service that opens rooms; when set, rooms come from there. */
    ROOM_PROVIDER_URL: z.url().optional(),
    /** Bearer token for the service that opens rooms. */
    ROOM_PROVIDER_TOKEN: rotating(z.string()).optional(),
    /** Longest wait for a room. */
    ROOM_PROVIDER_LIMIT_MS: milliseconds.default(3000),
  })
  .superRefine(requiredInProduction('SENDERS'), evenIfFaulty)
export type Config = z.output<typeof config>
