import { randomInt } from 'node:crypto'
import { createSocket } from 'node:dgram'
import { once, type EventEmitter } from 'node:events'
import { createServer } from 'node:net'

// Outgoing connections use ports from 32768 (Linux) or 49152 (elsewhere) upwards. Below that range, no outgoing
// connection can occupy the port before the caller listens on it.
const FIRST = 15_000
const BEYOND = 32_768

/**
 * A free TCP port of the loopback interface. It stays reserved while this process lives: the UDP port of the same
 * number stays bound, which other processes detect, and the system releases it when this process ends.
 * @param choose proposes ports until one is free
 */
export async function freePort(choose = () => randomInt(FIRST, BEYOND)): Promise<number> {
  for (;;) {
    const port = choose()
    const claim = createSocket('udp4')
    claim.bind({ port, address: '127.0.0.1', exclusive: true })
    if ((await listens(claim)) && (await isFree(port))) {
      claim.unref()
      return port
    }
    claim.close()
  }
}

async function isFree(port: number): Promise<boolean> {
  const server = createServer().listen(port, '127.0.0.1')
  if (!(await listens(server))) return false
  server.close()
  await once(server, 'close')
  return true
}

const listens = (socket: EventEmitter): Promise<boolean> =>
  once(socket, 'listening').then(
    () => true,
    () => false,
  )
