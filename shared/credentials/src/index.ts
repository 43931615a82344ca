export * from './internal-token.ts'
export * from './keys.ts'
export * from './secure-token.ts'
export * from './tickets.ts'
