import { once } from 'node:events'
import { connect } from 'node:net'

interface Asked {
  path: string
  headers?: Record<string, string>
}

interface Answered {
  status: number
  headers: Record<string, string>
  text: string
}

/** Sends requests in one piece on one connection, so that they arrive in the same turn of the event loop. */
export async function sendAtOnce(
  url: string,
  token: string,
  requests: readonly Asked[],
): Promise<Answered[]> {
  const { hostname, port } = new URL(url)
  const socket = connect(Number(port), hostname)
  await once(socket, 'connect')
  const written = requests.map(({ path, headers = {} }, place) => {
    const lines = { host: 'gateway', authorization: `Bearer ${token}`, ...headers }
    const isLast = place === requests.length - 1
    const all = Object.entries({ ...lines, ...(isLast && { connection: 'close' }) })
    return `GET ${path} HTTP/1.1\r\n${all.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n`
  })
  socket.write(written.join(''))
  const parts: Buffer[] = []
  for await (const part of socket) parts.push(part as Buffer)
  return answersIn(Buffer.concat(parts))
}

/** Answers of one connection, each with its length. */
function answersIn(bytes: Buffer): Answered[] {
  if (bytes.length === 0) return []
  const headEnd = bytes.indexOf('\r\n\r\n')
  const [first = '', ...lines] = bytes.toString('utf8', 0, headEnd).split('\r\n')
  const headers = Object.fromEntries(
    lines.map((line) => {
      const colon = line.indexOf(':')
      return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()]
    }),
  )
  const bodyEnd = headEnd + 4 + Number(headers['content-length'])
  const text = bytes.toString('utf8', headEnd + 4, bodyEnd)
  return [{ status: Number(first.split(' ')[1]), headers, text }, ...answersIn(bytes.subarray(bodyEnd))]
}
