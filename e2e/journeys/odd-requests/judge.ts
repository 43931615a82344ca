import { openapi } from '@appointments/documents'
import { createAnswerCheck } from '@appointments/testing/answer-check'
import type { RawAnswer, RawRequest } from '../support/raw-request.ts'

const undocumented = createAnswerCheck(openapi('v1', 'http://localhost'), openapi('v2', 'http://localhost'))

/** What an answer never shows: places in the code, statements, addresses of what stands behind the service. */
const LEAKS = [
  /\bat (?:async )?[\w.<>]+ \(|\.[mc]?[jt]s:\d+|node_modules/,
  /\b(?:SELECT|INSERT INTO|UPDATE \w+ SET|DELETE FROM)\b|syntax error at|violates \w+ constraint/,
  /postgres(?:ql)?:\/\/|amqps?:\/\/|rediss?:\/\/|ECONN(?:REFUSED|RESET)|127\.0\.0\.1:\d+/,
  /ZodError|TypeError|RangeError|SyntaxError/,
]

/** What is wrong with the answer to a request, whatever the request was. @param secrets what nobody may be told */
export function faultsOf(
  { method, path, body }: RawRequest,
  { status, headers, text }: RawAnswer,
  secrets: readonly string[],
): string[] {
  if (status >= 500) return [`answered ${status}: ${text.slice(0, 300)}`]
  const isJson = /[/+]json/.test(headers['content-type'] ?? '')
  const answer = {
    method,
    path,
    status,
    headers: new Headers(Object.entries(headers).map(([name, value]) => [name, String(value)])),
    body: isJson && text !== '' ? (JSON.parse(text) as unknown) : undefined,
  }
  const asked = `${path} ${body?.toString() ?? ''}`
  const leaks = LEAKS.filter((leak) => {
    const found = leak.exec(text)?.[0]
    // what the client said itself may come back to it
    return found !== undefined && status >= 400 && !asked.includes(found)
  })
  return [
    ...undocumented(answer),
    ...leaks.map((leak) => `leaks ${String(leak)}: ${text.slice(0, 300)}`),
    ...secrets.filter((secret) => text.includes(secret)).map((secret) => `tells ${secret}`),
  ]
}
