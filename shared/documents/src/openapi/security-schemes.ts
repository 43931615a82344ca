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
    description:
      'The user name is the id of a one-time password, the password its six digits. A registered client sends its own credentials instead, and the one-time password in headers.',
  },
} as const

/** The credentials that an operation requires. */
export function securityOf(access: Access): NonNullable<ZodOpenApiOperationObject['security']> {
  if (access === 'otp') return [{ oneTimePassword: [] }]
  const isOptional = access === 'open' || (typeof access === 'object' && access.withoutToken !== undefined)
  return isOptional ? [{}, { jwtBearerToken: [] }] : [{ jwtBearerToken: [] }]
}

/** A sentence about the permitted callers. */
export function callersOf(access: Access): string {
  if (access === 'otp') return '**Callers:** anyone with a one-time password.'
  if (access === 'open')
    return '**Callers:** anyone. A bearer token is optional, but must be valid if present.'
  if (access === 'internal') throw new Error('internal operations must not be documented')
  const withRoles = access.roles.map((role) => `\`${role}\``).join(', ')
  return access.withoutToken === undefined
    ? `**Callers:** ${withRoles}.`
    : `**Callers:** ${withRoles}; without a token if the application permits it.`
}
