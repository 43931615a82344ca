export * from './blocked-addresses.ts'
export * from './guarded-agents.ts'
export * from './resolve-by-dns.ts'
