import { z } from 'zod'
import { listenSettings } from '@appointments/http'
import { environmentName, evenIfFaulty, flag, rejectedInProduction } from '@appointments/runtime'
import { telemetrySettings } from '@appointments/telemetry'
import { switchablePages } from './routes.ts'

const pages = z
  .string()
  .transform((text) => text.split(',').map((one) => one.trim()))
  .pipe(z.array(z.enum(switchablePages)))

/** Configuration of the web service; nothing else reads the environment. */
export const config = z
  .object({
    /** `production` rejects settings that are for development only. */
    NODE_ENV: environmentName,
    ...listenSettings(8085),
    ...telemetrySettings,
    /** Base URL of the links sent to customers; the pages are served below its path. */
    PUBLIC_URL: z.url().default('http://localhost:8080'),
    /** The pages that are served besides the start page, separated by commas: book, manage, join, room, unsubscribe, desk. All by default. */
    WEB_PAGES: pages.default([...switchablePages]),
    /**
     * Token issuer at which people sign in to the desk (OpenID Connect). If it is not set, the desk shows that it is
     * not set up.
     */
    DESK_ISSUER: z.url({ protocol: /^https?$/ }).optional(),
    /** Client id with which the desk is registered at the issuer. */
    DESK_CLIENT_ID: z.string().min(1).default('desk'),
    /** Scope that the desk requests. */
    DESK_SCOPE: z.string().min(1).default('openid profile offline_access'),
    /** Address that the start page redirects to. */
    WEB_HOME_URL: z.url().optional(),
    /** Application whose booking page the start page links to. */
    DEMO_APPLICATION: z.string().min(1).optional(),
    /** Serves the page of the message viewer at /dev/messages. */
    DEV_VIEWER: flag.default(false),
  })
  .superRefine(rejectedInProduction('DEV_VIEWER'), evenIfFaulty)
export type Config = z.output<typeof config>
