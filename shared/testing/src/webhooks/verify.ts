import { timingSafeEqual } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import { Webhook } from 'standardwebhooks'

/**
 * Verifies a delivery with the package `standardwebhooks`.
 * @param anyAge accepts any `webhook-timestamp`, for senders whose clock a test moves
 * @returns the error message, or undefined if the delivery is valid
 */
export function faultOf(
  secret: string,
  headers: IncomingHttpHeaders,
  body: string,
  anyAge: boolean,
): string | undefined {
  const webhook = new Webhook(secret)
  const header = (name: string) => String(headers[name] ?? '')
  try {
    if (!anyAge) {
      webhook.verify(body, headers as Record<string, string>)
      return undefined
    }
    const at = new Date(Number(header('webhook-timestamp')) * 1000)
    const expected = webhook.sign(header('webhook-id'), at, body)
    const isSigned = header('webhook-signature')
      .split(' ')
      .some(
        (given) =>
          given.length === expected.length && timingSafeEqual(Buffer.from(given), Buffer.from(expected)),
      )
    return isSigned ? undefined : 'No matching signature found'
  } catch (error) {
    return (error as Error).message
  }
}
