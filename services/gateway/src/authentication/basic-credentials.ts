import { createHash, timingSafeEqual } from 'node:crypto'
import type { Request } from 'express'
import { problem } from '@appointments/contracts'
import type { Proof } from '../otp/book-with-password.ts'

export interface BasicClient {
  id: string
  secret: string
}

/** User and password of a Basic header (RFC 7617). */
export function basicOf(request: Request): { user: string; password: string } | undefined {
  const encoded = /^basic +([A-Za-z0-9+/=]+)$/i.exec(request.get('authorization') ?? '')?.[1]
  if (encoded === undefined) return undefined
  const [user = '', ...password] = Buffer.from(encoded, 'base64').toString().split(':')
  return password.length > 0 ? { user, password: password.join(':') } : undefined
}

/** The registered client whose Basic credentials a request shows; undefined when they are none or not valid. */
export function clientOf(request: Request, clients: readonly BasicClient[]): string | undefined {
  const basic = basicOf(request)
  return basic && isClient(basic, clients) ? basic.user : undefined
}

/** Whether a request names a registered client in its Basic credentials, with whatever secret. */
export const namesClient = (request: Request, clients: readonly BasicClient[]): boolean => {
  const basic = basicOf(request)
  return basic !== undefined && clients.some(({ id }) => id === basic.user)
}

/**
 * What a request shows to book with: verification id and code as its Basic credentials, or a client's credentials
 * with the verification in headers, the code being optional there (docs/contract/one-time-passwords.md#book).
 * @param clientId the client whose credentials it shows
 * @throws Problem OTP_INVALID where it shows neither
 */
export function proofOf(request: Request, clientId: string | undefined): Omit<Proof, 'asker'> {
  const basic = basicOf(request)
  if (!basic) throw problem('OTP_INVALID')
  const verificationId = request.get('x-otp-verification-id')
  if (verificationId === undefined) return { verificationId: basic.user, code: basic.password }
  if (clientId === undefined) throw problem('OTP_INVALID')
  const code = request.get('x-otp-code')
  return { verificationId, ...(code !== undefined && { code }) }
}

/** Whether the credentials are a client's; takes the same time for any wrong secret. */
const isClient = (
  { user, password }: { user: string; password: string },
  clients: readonly BasicClient[],
): boolean =>
  clients.some(({ id, secret }) => id === user && timingSafeEqual(digest(secret), digest(password)))

const digest = (text: string) => createHash('sha256').update(text).digest()
