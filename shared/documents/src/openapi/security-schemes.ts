import type { Access } from '@appointments/contracts'
import type { ZodOpenApiOperationObject } from 'zod-openapi'

export const securitySchemes = {
  jwtBearerToken: {
    type: 'http',
    scheme: 'bearer',
    bearerFormat: 'JWT',
    description:
      'A token of the identity provider, or one that a customer received for a ticket. Tokens are checked as recommended by RFC8725 (best current practices).',
  },
  oneTimePassword: {
    type: 'http',
    scheme: 'basic',
    description: 'The user name is the id of a one-time password, the password its six digits.',
  },
  registeredClient: {
    type: 'http',
    scheme: 'basic',
    description:
      'The credentials of a registered client. To book, it also sends the one-time password of its customer, in `X-Otp-Verification-Id` and `X-Otp-Code`.',
  },
} as const

/** The credentials that an operation requires. */
export function securityOf(access: Access): NonNullable<ZodOpenApiOperationObject['security']> {
  if (access === 'otp') return [{ oneTimePassword: [] }, { registeredClient: [] }]
  if (access === 'open') return [{}, { jwtBearerToken: [] }, { registeredClient: [] }]
  const isOptional = typeof access === 'object' && access.withoutToken !== undefined
  return isOptional ? [{}, { jwtBearerToken: [] }] : [{ jwtBearerToken: [] }]
}

/** A sentence about the permitted callers. */
export function callersOf(access: Access): string {
  if (access === 'otp')
    return '**Callers:** anyone with a one-time password, also through a registered client.'
  if (access === 'open')
    return '**Callers:** anyone. A bearer token or the credentials of a registered client are optional, but must be valid if present.'
  if (access === 'internal') throw new Error('internal operations must not be documented')
  const withRoles = access.roles.map((role) => `\`${role}\``).join(', ')
  return access.withoutToken === undefined
    ? `**Callers:** ${withRoles}.`
    : `**Callers:** ${withRoles}; without a token if the application permits it.`
}
