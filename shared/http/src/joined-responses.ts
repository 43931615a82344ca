import type { PreparedResponse } from './prepared-response.ts'

/** One of several responses, with its body unparsed. */
interface Part {
  status: number
  headers: Record<string, string>
  body: Buffer
}

type Head = Pick<PreparedResponse, 'status' | 'headers'>

/**
 * Joins several responses into one text: a line of JSON with the head of each, then all bodies. A proxy can pass the
 * bodies on unparsed, because the content-length in each head is the length of its body.
 */
export function joinResponses(responses: readonly PreparedResponse[]): string {
  const heads = responses.map(({ status, headers, body = '' }): Head => {
    return { status, headers: { ...headers, 'content-length': String(Buffer.byteLength(body)) } }
  })
  return `${JSON.stringify(heads)}\n${responses.map(({ body = '' }) => body).join('')}`
}

/** The responses in the output of {@link joinResponses}; undefined for any other text. */
export function splitResponses(text: Buffer): Part[] | undefined {
  const lineEnd = text.indexOf('\n')
  let from = lineEnd + 1
  try {
    const parts = (JSON.parse(text.toString('utf8', 0, lineEnd)) as Head[]).map(({ status, headers }) => {
      const body = text.subarray(from, (from += Number(headers['content-length'])))
      return { status, headers, body }
    })
    return from === text.length ? parts : undefined
  } catch {
    return undefined
  }
}
