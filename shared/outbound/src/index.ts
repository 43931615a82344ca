export * from './blocked-addresses.ts'
export * from './guarded-agents.ts'
