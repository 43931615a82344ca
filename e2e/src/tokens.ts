import { createSecretKey } from 'node:crypto'
import jwt from 'jsonwebtoken'
import type { Role } from '@appointments/contracts'
import { SECRET } from './backends.ts'

/** Claims of a token beyond its role. */
export interface TokenClaims {
  userId?: string
  organizationId?: string
  conferenceId?: string
}

/** If the key is text, jsonwebtoken first tries to read it as a private key, which takes longer than signing. */
const keyOf = (secret: string) => createSecretKey(Buffer.from(secret))
const key = keyOf(SECRET)

/** A token that services with the settings of the tests accept. */
export const tokenFor = (role: Role, claims: TokenClaims = {}): string =>
  jwt.sign({ roles: [role], ...claims }, key, { algorithm: 'HS256', expiresIn: '1h' })

/** Settings of a system that checks tokens of {@link signedToken}. */
export const tokenSettings = {
  JWT_SECRET: 'the-jwt-secret-of-tokens-with-an-issuer',
  JWT_ISSUER: 'https://issuer.example',
  JWT_AUDIENCE: 'appointments',
}

interface Deviation {
  secret?: string
  issuer?: string
  audience?: string
  /** Seconds from now. */
  expiresIn?: number
}

/** A token of {@link tokenSettings}, or one that deviates from them. */
export const signedToken = (
  claims: object,
  {
    secret = tokenSettings.JWT_SECRET,
    issuer = tokenSettings.JWT_ISSUER,
    audience = tokenSettings.JWT_AUDIENCE,
    expiresIn = 3600,
  }: Deviation = {},
): string => jwt.sign(claims, keyOf(secret), { algorithm: 'HS256', issuer, audience, expiresIn })
