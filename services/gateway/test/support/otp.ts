import type { TestGateway } from './gateway.ts'

let people = 0
/** An address that is unique within the run. */
export const newAddress = () => `customer-${++people}@example.com`

export interface Issued {
  id: string
  code: string
  to: string
  /** A code that differs from the correct one. */
  wrong: string
}

/** Requests a password and reads its code from the message. */
export async function issueOtp(gateway: TestGateway, to = newAddress(), channel = 'EMAIL'): Promise<Issued> {
  const response = await gateway.call('/security/otp', {
    method: 'POST',
    body: { applicationId: 'app-1', channel, to },
  })
  if (response.status !== 202) throw new Error(`no password was issued: ${response.status} ${response.text}`)
  const { id } = response.json as { id: string }
  const code = gateway.lastCode()
  return { id, code, to, wrong: String((Number(code) + 1) % 1_000_000).padStart(6, '0') }
}

export const basic = (user: string, password: string): string =>
  `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`

interface Booking {
  otp: Pick<Issued, 'id' | 'code'>
  key?: string
  path?: string
  body?: unknown
}

/** Books with a one-time password. */
export const book = (
  gateway: TestGateway,
  { otp, key, path = '/api/v2/appointments/basic', body = { title: 'x' } }: Booking,
) =>
  gateway.call(path, {
    method: 'POST',
    body,
    headers: {
      authorization: basic(otp.id, otp.code),
      ...(key !== undefined && { 'idempotency-key': key }),
    },
  })

export const verify = (gateway: TestGateway, body: { verificationId: string; to: string; code: string }) =>
  gateway.call('/security/otp/verify', { method: 'POST', body })
