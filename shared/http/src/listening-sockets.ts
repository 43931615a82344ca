import { once } from 'node:events'
import { createServer, type AddressInfo, type Server } from 'node:net'

/**
 * Node accepts one connection of each listening socket in a turn of its event loop. During an overload a turn is long,
 * so with one socket connections would wait in the kernel for longer than any deadline.
 */
const SOCKETS = 64
/** Connections that may wait on a socket to be accepted. Node's default of 511 is less than a burst. */
const BACKLOG = 4096

/** Whether several sockets can listen on one port (SO_REUSEPORT). The images run a version that can. */
const canShare = process.platform === 'linux' && Number.parseInt(process.versions.node) >= 24

/**
 * Makes a server listen on one port with several sockets, or with one if Node or the operating system cannot share a
 * port. Another program can share the port as well, so the caller checks first that the port is free.
 * @param port 0 selects a free port
 * @returns the additional sockets; `server` serves their connections, but closing it does not close them
 */
export async function openSockets(
  server: Server,
  { port, host }: { port: number; host: string },
): Promise<Server[]> {
  const options = { host, backlog: BACKLOG, reusePort: canShare }
  await once(server.listen({ ...options, port }), 'listening')
  if (!canShare) return []
  const { port: actual } = server.address() as AddressInfo
  return Promise.all(
    Array.from({ length: SOCKETS - 1 }, async () => {
      const settings = { allowHalfOpen: true, noDelay: true }
      const socket = createServer(settings, (connection) => server.emit('connection', connection))
      await once(socket.listen({ ...options, port: actual }), 'listening')
      return socket
    }),
  )
}
