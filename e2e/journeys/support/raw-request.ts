import { request as httpRequest, type IncomingHttpHeaders } from 'node:http'

export interface RawRequest {
  method: string
  /** Path and query, sent unchanged: nothing is resolved or encoded again. */
  path: string
  headers?: Record<string, string>
  body?: string | Buffer
  /** Sends the body in chunks, without a content-length. */
  isChunked?: boolean
}

/** A response as it came over the wire. */
export interface RawResponse {
  status: number
  headers: IncomingHttpHeaders
  text: string
}

/**
 * Sends a request byte for byte, which fetch would not do. A stream is closed after its first event, because it has no
 * end.
 */
export const sendRaw = (
  origin: string,
  { method, path, headers = {}, body, isChunked = false }: RawRequest,
): Promise<RawResponse> =>
  new Promise((resolve, reject) => {
    const { hostname, port } = new URL(origin)
    const length =
      body === undefined
        ? {}
        : isChunked
          ? { 'transfer-encoding': 'chunked' }
          : { 'content-length': String(Buffer.byteLength(body)) }
    const request = httpRequest({ hostname, port, method, path, headers: { ...length, ...headers } })
    request.once('error', reject)
    request.once('response', (response) => {
      if (response.headers['content-type']?.startsWith('text/event-stream')) {
        response.once('data', (chunk: Buffer) => {
          resolve({
            status: response.statusCode ?? 0,
            headers: response.headers,
            text: chunk.toString(),
          })
          response.destroy()
        })
        return
      }
      const chunks: Buffer[] = []
      response.on('data', (chunk: Buffer) => chunks.push(chunk))
      response.once('error', reject)
      response.once('end', () =>
        resolve({
          status: response.statusCode ?? 0,
          headers: response.headers,
          text: Buffer.concat(chunks).toString(),
        }),
      )
    })
    request.end(body)
  })
