import { createHash, timingSafeEqual } from 'node:crypto'
import type { Request } from 'express'
import { problem } from '@appointments/contracts'
import type { Proof } from '../otp/book-with-password.ts'
import type { BasicClient } from './basic-client.ts'

/** User and password of a Basic header (RFC 7617). */
export function basicOf(request: Request): { user: string; password: string } | undefined {
  const encoded = /^basic +([A-Za-z0-9+/=]+)$/i.exec(request.get('authorization') ?? '')?.[1]
  if (encoded === undefined) return undefined
  const [user = '', ...password] = Buffer.from(encoded, 'base64').toString().split(':')
  return password.length > 0 ? { user, password: password.join(':') } : undefined
}

/** The registered client that a request authenticates as; undefined if its Basic credentials are absent or invalid. */
export function clientOf(request: Request, clients: readonly BasicClient[]): BasicClient | undefined {
  const basic = basicOf(request)
  return basic && clientWith(basic, clients)
}

/** Whether the user of the Basic credentials is a registered client, regardless of the secret. */
export const namesClient = (request: Request, clients: readonly BasicClient[]): boolean => {
  const basic = basicOf(request)
  return basic !== undefined && clients.some(({ id }) => id === basic.user)
}

/**
 * Reads the one-time password of a booking: verification id and code as Basic credentials, or a client's credentials
 * with the verification id and an optional code in headers (docs/contract/one-time-passwords.md#book).
 * @param client the client that the request authenticates as, if any
 * @throws Problem OTP_INVALID if the request has neither
 */
export function proofOf(request: Request, client: BasicClient | undefined): Omit<Proof, 'requester'> {
  const basic = basicOf(request)
  if (!basic) throw problem('OTP_INVALID')
  const verificationId = request.get('x-otp-verification-id')
  if (verificationId === undefined) return { verificationId: basic.user, code: basic.password }
  if (!client) throw problem('OTP_INVALID')
  const code = request.get('x-otp-code')
  return { verificationId, ...(code !== undefined && { code }) }
}

/** The client that the credentials belong to; takes the same time for every wrong secret. */
const clientWith = (
  { user, password }: { user: string; password: string },
  clients: readonly BasicClient[],
): BasicClient | undefined =>
  clients.find(({ id, secret }) => id === user && timingSafeEqual(digest(secret), digest(password)))

const digest = (text: string) => createHash('sha256').update(text).digest()
