import { z } from 'zod'
import { keptFor } from '@appointments/contracts'
import { evenIfFaulty, milliseconds, requiredInProduction, rotating, secret } from '@appointments/runtime'
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
    /** Address of the participants service, asked about assignments if the application rejects double booking. */
    PARTICIPANTS_URL: z.url().default('http://127.0.0.1:8082'),
    /** Address of the notifications service, asked which version of an appointment it shows, for the same applications. */
    NOTIFICATIONS_URL: z.url().default('http://127.0.0.1:8083'),
    /** Address of the availability service, asked before a time is held, and before bookings if a policy applies. */
    AVAILABILITY_URL: z.url().default('http://127.0.0.1:8084'),
    /** Customers' links in responses depend on it, so it must be the one of the participants service. Without it, responses have no links. At least 32 bytes. */
    DATA_SECRET: secret.optional(),
    /** Base address of customers' links, and of rooms without a room provider. */
    PUBLIC_URL: z.url().default('http://127.0.0.1:8080'),
    /** Whether clients may use an application that is not registered; by default `registered` in production, `open` elsewhere. */
    APPLICATIONS: z
      .enum(['open', 'registered'])
      .default(process.env.NODE_ENV === 'production' ? 'registered' : 'open'),
    /** Address of a room; `{room}` becomes an unguessable name and `{id}` the id of the appointment. Without a template, rooms are pages of the web service that list the expected participants, without video. */
    ROOM_URL_TEMPLATE: z.string().includes('{room}').optional(),
    /** Address of the room provider, the service that opens rooms, if there is one. */
    ROOM_PROVIDER_URL: z.url().optional(),
    /** Bearer token for the room provider. */
    ROOM_PROVIDER_TOKEN: rotating(z.string()).optional(),
    /** How long readers of the change feed can pause without missing a change; older cursors have expired. */
    CHANGES_RETENTION: keptFor.default('P30D'),
    /** Pause between two runs that compute the statistics of days with changes. */
    FIGURES_EVERY_MS: milliseconds.default(60_000),
    /** Time limit for a request to the room provider. */
    ROOM_PROVIDER_LIMIT_MS: milliseconds.default(3000),
  })
  .superRefine(requiredInProduction('SENDERS'), evenIfFaulty)
export type Config = z.output<typeof config>
