export const ASYMMETRIC = ['RS256', 'ES256', 'PS256'] as const
export type SignatureAlgorithm = 'HS256' | (typeof ASYMMETRIC)[number]
