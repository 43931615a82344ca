import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:net'

// Below the range systems take ports of outgoing connections from (32768 and up on Linux, 49152 and up elsewhere):
// no connection can take the port between asking for it and listening on it.
const FIRST = 15_000
const BEYOND = 32_768

/** A port of the loopback interface that nothing listens on. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(FIRST, BEYOND)
    if (await isFree(port)) return port
  }
}

async function isFree(port: number): Promise<boolean> {
  const server = createServer().listen(port, '127.0.0.1')
  try {
    await once(server, 'listening')
  } catch {
    return false
  }
  server.close()
  await once(server, 'close')
  return true
}
