import { openapi } from '@appointments/documents'
import { createResponseCheck } from '@appointments/testing/response-check'
import type { RawResponse, RawRequest } from '../support/raw-request.ts'

const undocumented = createResponseCheck(openapi('v1', 'http://localhost'), openapi('v2', 'http://localhost'))

/** Patterns that a response must never show: places in the code, SQL statements, addresses behind the service. */
const LEAKS = [
  /\bat (?:async )?[\w.<>]+ \(|\.[mc]?[jt]s:\d+|node_modules/,
  /\b(?:SELECT|INSERT INTO|UPDATE \w+ SET|DELETE FROM)\b|syntax error at|violates \w+ constraint/,
  /postgres(?:ql)?:\/\/|amqps?:\/\/|rediss?:\/\/|ECONN(?:REJECTED|RESET)|127\.0\.0\.1:\d+/,
  /ZodError|TypeError|RangeError|SyntaxError/,
]

/** The faults of a response, for any request. @param secrets texts that no response may contain */
export function faultsOf(
  { method, path, body }: RawRequest,
  { status, headers, text }: RawResponse,
  secrets: readonly string[],
): string[] {
  if (status >= 500) return [`returned ${status}: ${text.slice(0, 300)}`]
  const isJson = /[/+]json/.test(headers['content-type'] ?? '')
  const response = {
    method,
    path,
    status,
    headers: new Headers(Object.entries(headers).map(([name, value]) => [name, String(value)])),
    body: text === '' ? undefined : isJson ? (JSON.parse(text) as unknown) : text,
  }
  const asked = `${path} ${body?.toString() ?? ''}`
  const leaks = LEAKS.filter((leak) => {
    const found = leak.exec(text)?.[0]
    // the response may repeat what the client sent
    return found !== undefined && status >= 400 && !asked.includes(found)
  })
  return [
    ...undocumented(response),
    ...leaks.map((leak) => `leaks ${String(leak)}: ${text.slice(0, 300)}`),
    ...secrets.filter((secret) => text.includes(secret)).map((secret) => `tells ${secret}`),
  ]
}
