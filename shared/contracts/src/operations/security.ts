import { z } from 'zod'
import { clearable, email, identifier, line, locale, phone } from '../fields.ts'
import { variants } from '../variants.ts'
import type { Api, OperationTable } from './operation.ts'

const dateTime = z.string().meta({ format: 'date-time' })
const otpCode = z
  .string()
  .regex(/^\d{6}$/, 'must be six digits, like 123456')
  .meta({ maxLength: 6 })

const otpFields = {
  applicationId: identifier,
  locale: clearable(locale).optional(),
  customName: clearable(line(100)).optional(),
}

/** Converts the channel of a request to capitals. */
const withChannelInCapitals = (body: unknown) => {
  const { channel } = (body ?? {}) as { channel?: unknown }
  return typeof channel === 'string' ? { ...(body as object), channel: channel.toUpperCase() } : body
}

/** Requests a one-time password; `to` is an e-mail address or a phone number, depending on the channel. */
export const otpRequest = z
  .preprocess(
    withChannelInCapitals,
    variants('channel', [
      z.object({ channel: z.literal('EMAIL'), to: email, ...otpFields }),
      z.object({ channel: z.literal('SMS'), to: phone, ...otpFields }),
    ]),
  )
  .meta({ id: 'OtpRequest' })

export const otpIssued = z
  .object({ id: z.string(), expiresAt: dateTime, resendAfter: dateTime })
  .meta({ id: 'OtpIssued' })

export const otpVerification = z
  .object({ verificationId: identifier, to: line(254), code: otpCode })
  .meta({ id: 'OtpVerification' })

export const tokenRequest = z
  .object({
    grant_type: z.literal('urn:ietf:params:oauth:grant-type:token-exchange'),
    subject_token: z.string().min(1).max(2048),
    subject_token_type: z.enum(['urn:appointments:ticket', 'urn:appointments:secure-token']),
  })
  .meta({ id: 'TokenRequest' })

export const tokenResponse = z
  .object({
    access_token: z.string(),
    token_type: z.literal('Bearer'),
    expires_in: z.int(),
    issued_token_type: z.literal('urn:ietf:params:oauth:token-type:access_token'),
  })
  .meta({ id: 'TokenResponse' })

/** Operations that give customers access (docs/contract/one-time-passwords.md, docs/contract/tickets.md). */
export const securityOperations = {
  requestOtp: {
    method: 'POST',
    path: '/otp',
    owner: 'gateway',
    access: 'open',
    takesKey: true,
    checksOrigin: true,
    summary: 'Send a one-time password to an e-mail address or a phone',
    body: otpRequest,
    status: 202,
    response: otpIssued,
    problems: ['RATE_LIMITED'],
  },
  verifyOtp: {
    method: 'POST',
    path: '/otp/verify',
    owner: 'gateway',
    access: 'open',
    takesKey: true,
    summary: 'Verify a one-time password before its use',
    body: otpVerification,
    status: 204,
    problems: ['OTP_INVALID'],
  },
  exchangeToken: {
    method: 'POST',
    path: '/oauth/token',
    owner: 'gateway',
    access: 'open',
    summary: 'Exchange a ticket or a secureToken for a customer token (RFC 8693)',
    body: tokenRequest,
    form: true,
    status: 200,
    response: tokenResponse,
    problems: ['INVALID_REQUEST'],
  },
} as const satisfies OperationTable

export const security: Api<typeof securityOperations> = {
  name: 'platform',
  base: '/security',
  operations: securityOperations,
}
