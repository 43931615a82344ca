import { once } from 'node:events'
import { connect } from 'node:net'

export interface RawResponse {
  status: number
  headers: Record<string, string>
  text: string
}

/** Opens a TCP connection on which a test writes arbitrary bytes. */
export async function openConnection(url: string) {
  const { hostname, port } = new URL(url)
  const socket = connect({ host: hostname, port: Number(port), allowHalfOpen: true })
  await once(socket, 'connect')
  let bytes = Buffer.alloc(0)
  let isEnded = false
  socket.on('data', (part: Buffer) => (bytes = Buffer.concat([bytes, part])))
  socket.on('end', () => (isEnded = true))
  // a reset also ends the connection
  socket.on('error', () => (isEnded = true))

  /** The next complete response in the buffer. */
  const take = (): RawResponse | undefined => {
    const headEnd = bytes.indexOf('\r\n\r\n')
    if (headEnd < 0) return undefined
    const [first = '', ...lines] = bytes.toString('utf8', 0, headEnd).split('\r\n')
    const headers = Object.fromEntries(
      lines.map((line) => {
        const colon = line.indexOf(':')
        return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()]
      }),
    )
    const end = headEnd + 4 + Number(headers['content-length'] ?? 0)
    if (bytes.length < end) return undefined
    const response = {
      status: Number(first.split(' ')[1]),
      headers,
      text: bytes.toString('utf8', headEnd + 4, end),
    }
    bytes = bytes.subarray(end)
    return response
  }

  return {
    write: (text: string | Buffer) => socket.write(text),
    /** The next response that is not 100 Continue; undefined if the connection ends without one. */
    async response(): Promise<RawResponse | undefined> {
      for (;;) {
        const response = take()
        if (response && response.status !== 100) return response
        if (response) continue
        if (isEnded) return undefined
        await Promise.race([once(socket, 'data'), once(socket, 'end'), once(socket, 'close')])
      }
    },
    /** Whether the server has ended the connection. */
    isEnded: () => isEnded,
    /** Resolves when the server has ended the connection. */
    async end(): Promise<void> {
      if (!isEnded) await Promise.race([once(socket, 'end'), once(socket, 'close')])
    },
    destroy: () => socket.destroy(),
  }
}
export type RawConnection = Awaited<ReturnType<typeof openConnection>>
