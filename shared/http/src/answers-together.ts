import type { Answer } from './answer.ts'

/** An answer out of several, its body as it came. */
interface Part {
  status: number
  headers: Record<string, string>
  body: Buffer
}

type Head = Pick<Answer, 'status' | 'headers'>

/**
 * Several answers as one text: a line of JSON with the head of each, then their bodies one after the other, which
 * whoever passes them on need not read. Where a body ends is said by its content-length.
 */
export function joinAnswers(answers: readonly Answer[]): string {
  const heads = answers.map(({ status, headers, body = '' }): Head => {
    return { status, headers: { ...headers, 'content-length': String(Buffer.byteLength(body)) } }
  })
  return `${JSON.stringify(heads)}\n${answers.map(({ body = '' }) => body).join('')}`
}

/** The answers in what {@link joinAnswers} made; undefined where it is nothing of the kind. */
export function splitAnswers(text: Buffer): Part[] | undefined {
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
