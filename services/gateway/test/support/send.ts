import { request as httpRequest, type IncomingHttpHeaders } from 'node:http'

export interface SendOptions {
  method?: string
  headers?: Record<string, string | string[]>
  /** Text and buffers are sent unchanged, a list as chunks without a length, anything else as JSON. */
  body?: unknown
  token?: string
}

export interface Received {
  status: number
  headers: IncomingHttpHeaders
  text: string
  bytes: Buffer
  // oxlint-disable-next-line typescript/no-explicit-any -- tests read bodies of any shape
  json: any
}

/** Sends one request on a separate connection; unlike `fetch`, it sends every given header. */
export function send(url: string, options: SendOptions = {}): Promise<Received> {
  const { method = 'GET', headers = {}, body, token } = options
  const chunks = Array.isArray(body) ? (body as string[]) : undefined
  const whole =
    body === undefined || chunks
      ? undefined
      : typeof body === 'string' || Buffer.isBuffer(body)
        ? body
        : JSON.stringify(body)
  const isJson = whole !== undefined && typeof body === 'object' && !Buffer.isBuffer(body)
  return new Promise((resolve, reject) => {
    const outgoing = httpRequest(
      url,
      {
        method,
        agent: false,
        headers: {
          ...(isJson && { 'content-type': 'application/json' }),
          ...(whole !== undefined && { 'content-length': String(Buffer.byteLength(whole)) }),
          ...(token !== undefined && { authorization: `Bearer ${token}` }),
          ...headers,
        },
      },
      (response) => {
        const parts: Buffer[] = []
        response.on('data', (part: Buffer) => parts.push(part))
        response.on('error', reject)
        response.on('end', () => {
          const bytes = Buffer.concat(parts)
          const text = bytes.toString()
          resolve({
            status: response.statusCode ?? 0,
            headers: response.headers,
            text,
            bytes,
            json: /^[[{]/.test(text) ? (JSON.parse(text) as unknown) : undefined,
          })
        })
      },
    )
    outgoing.on('error', reject)
    for (const chunk of chunks ?? []) outgoing.write(chunk)
    outgoing.end(whole)
  })
}
