export * from './abandoned.ts'
export * from './start-embedded-postgres.ts'
