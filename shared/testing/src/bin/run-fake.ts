import { startControl } from '../control.ts'
import type { Commands } from '../control.ts'

interface Fake {
  url: string
  stop: () => Promise<void>
}

/** The port to listen on: the first argument, else `PORT`, else 0 (any free port). */
export const wantedPort = () => Number(process.argv[2] ?? process.env['PORT'] ?? 0)

/** Prints the URLs of a fake and of its control server as one line of JSON, and runs both until SIGTERM or SIGINT. */
export async function runFake(fake: Fake, commands: Commands): Promise<void> {
  const control = await startControl(commands)
  const stop = () => void Promise.all([fake.stop(), control.stop()])
  process.once('SIGTERM', stop)
  process.once('SIGINT', stop)
  console.log(JSON.stringify({ url: fake.url, control: control.url }))
}
