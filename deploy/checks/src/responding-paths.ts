import { createServiceApp, listen } from '@appointments/http'
import { silentLog } from '@appointments/runtime'
import { silentTelemetry } from '@appointments/telemetry'

/** The paths to which a ready service responds with success. */
export async function respondingPaths(paths: readonly string[]): Promise<string[]> {
  const ready = () => Promise.resolve(true)
  const app = createServiceApp({ routers: [], ready, log: silentLog, telemetry: silentTelemetry })
  const server = await listen(app, { port: 0, host: '127.0.0.1' })
  try {
    const responses = await Promise.all(paths.map(async (path) => (await fetch(server.url + path)).ok))
    return paths.filter((_, at) => responses[at])
  } finally {
    await server.stop()
  }
}
