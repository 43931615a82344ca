import { once } from 'node:events'
import { connect } from 'node:net'

interface PipelinedRequest {
  path: string
  headers?: Record<string, string>
}

interface PipelinedResponse {
  status: number
  headers: Record<string, string>
  text: string
}

/** Pipelines requests in a single write on one connection, so that they arrive in the same turn of the event loop. */
export async function sendPipelined(
  url: string,
  token: string,
  requests: readonly PipelinedRequest[],
): Promise<PipelinedResponse[]> {
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
  return parseResponses(Buffer.concat(parts))
}

/** Splits the bytes of a connection into its responses, by their content-length. */
function parseResponses(bytes: Buffer): PipelinedResponse[] {
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
  return [{ status: Number(first.split(' ')[1]), headers, text }, ...parseResponses(bytes.subarray(bodyEnd))]
}
