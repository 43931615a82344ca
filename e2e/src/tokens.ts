import jwt from 'jsonwebtoken'

/** What the tokens of a system are checked against. */
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
): string => jwt.sign(claims, secret, { algorithm: 'HS256', issuer, audience, expiresIn })
