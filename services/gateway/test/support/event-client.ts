import { request, type IncomingHttpHeaders, type IncomingMessage } from 'node:http'
import { once } from 'node:events'

/** A stream that is read only when a test asks for it. */
export interface EventClient {
  status: number
  headers: IncomingHttpHeaders
  /** Reads until the text contains this; without an argument, until the end of the stream. */
  read: (until?: string) => Promise<string>
  close: () => void
}

/** Opens a stream on a connection of its own. Nothing is read before the test asks for it. */
export async function openEvents(
  url: string,
  token: string,
  headers: Record<string, string> = {},
): Promise<EventClient> {
  const outgoing = request(url, { agent: false, headers: { authorization: `Bearer ${token}`, ...headers } })
  outgoing.on('error', () => {})
  outgoing.end()
  const [response] = (await once(outgoing, 'response')) as [IncomingMessage]
  response.on('error', () => {})
  let text = ''
  let wake = () => {}
  for (const event of ['readable', 'end', 'close']) response.on(event, () => wake())
  return {
    status: response.statusCode ?? 0,
    headers: response.headers,
    async read(until) {
      while (until === undefined || !text.includes(until)) {
        const chunk = response.read() as Buffer | null
        if (chunk) text += chunk.toString()
        else if (response.readableEnded || response.destroyed) break
        else await new Promise<void>((resolve) => (wake = resolve))
      }
      return text
    },
    close: () => outgoing.destroy(),
  }
}
