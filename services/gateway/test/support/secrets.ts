export const INTERNAL_SECRET = 'internal-secret-for-tests-0123456789'
export const JWT_SECRET = 'token-secret-for-tests-0123456789abcdef'
