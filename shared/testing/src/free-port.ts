import { randomInt } from 'node:crypto'
import { createSocket } from 'node:dgram'
import { once, type EventEmitter } from 'node:events'
import { createServer } from 'node:net'

// Systems take the ports of outgoing connections from 32768 up (Linux) or 49152 up (elsewhere). Below that range no
// connection can take the port before its user listens on it.
const FIRST = 15_000
const BEYOND = 32_768

/**
 * A TCP port of the loopback interface that nothing listens on. The port is reserved while this process lives: its UDP
 * twin stays bound, which every process of the machine can see and which ends with this one.
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
