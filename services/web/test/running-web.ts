import { silentLog } from '@appointments/runtime'
import { config } from '../src/server/config.ts'
import { createWeb } from '../src/server/service.ts'

/** The web service with the built pages, on loopback. */
export const startWeb = (env: Record<string, string> = {}, folder?: string) =>
  createWeb(config.parse({ PORT: '0', ...env }), { log: silentLog, ...(folder !== undefined && { folder }) })
