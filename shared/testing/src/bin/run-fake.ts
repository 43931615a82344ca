import { startControl } from '../control.ts'
import type { Commands } from '../control.ts'

interface Fake {
  url: string
  stop: () => Promise<void>
}

/** The port to listen on: the first argument, else `PORT`, else any free one. */
export const wantedPort = () => Number(process.argv[2] ?? process.env['PORT'] ?? 0)

/** Prints where a fake and its control port are, as one line of JSON, and runs it until SIGTERM or SIGINT. */
export async function runFake(fake: Fake, commands: Commands): Promise<void> {
  const control = await startControl(commands)
  const stop = () => void Promise.all([fake.stop(), control.stop()])
  process.once('SIGTERM', stop)
  process.once('SIGINT', stop)
  console.log(JSON.stringify({ url: fake.url, control: control.url }))
}
