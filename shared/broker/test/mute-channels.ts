import { connect, createServer, type AddressInfo, type Socket } from 'node:net'
import { once } from 'node:events'

const HEADER_BYTES = 7
const END_BYTES = 1

/** A relay to the broker that can make it silent on the channels of some connections. */
export interface Relay {
  url: string
  /**
   * Discards what the broker sends on the channels of the current connections whose name contains a text. The
   * connections themselves stay alive, with their heartbeats.
   */
  muteChannels: (name: string) => void
  close: () => void
}

/** Splits bytes into AMQP frames: type (1), channel (2), length (4), payload, end (1). */
const splitFrames = (bytes: Buffer): { frames: Buffer[]; rest: Buffer } => {
  const frames: Buffer[] = []
  let rest = bytes
  while (rest.length >= HEADER_BYTES) {
    const length = HEADER_BYTES + rest.readUInt32BE(3) + END_BYTES
    if (rest.length < length) break
    frames.push(rest.subarray(0, length))
    rest = rest.subarray(length)
  }
  return { frames, rest }
}

/** Starts a relay on a free port. @param target URL of the broker */
export async function startRelay(target: string): Promise<Relay> {
  const { hostname, port } = new URL(target)
  const open = new Set<{ client: Socket; opening: Buffer; isMuted: boolean }>()
  const server = createServer((client) => {
    const broker = connect({ host: hostname, port: Number(port || 5672) })
    const link = { client, opening: Buffer.alloc(0), isMuted: false }
    open.add(link)
    const end = (): void => {
      open.delete(link)
      client.destroy()
      broker.destroy()
    }
    for (const socket of [client, broker]) socket.on('error', end).on('close', end)
    client.on('data', (chunk) => {
      // the client sends its name in its first frames
      if (link.opening.length < 4096) link.opening = Buffer.concat([link.opening, chunk])
      broker.write(chunk)
    })
    let unread = Buffer.alloc(0)
    broker.on('data', (chunk) => {
      const { frames, rest } = splitFrames(Buffer.concat([unread, chunk]))
      unread = Buffer.from(rest)
      for (const frame of frames) if (!link.isMuted || frame.readUInt16BE(1) === 0) client.write(frame)
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = new URL(target)
  url.host = `127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    url: url.href,
    muteChannels(name) {
      for (const link of open) if (link.opening.includes(name)) link.isMuted = true
    },
    close() {
      server.close()
      for (const { client } of open) client.destroy()
    },
  }
}
