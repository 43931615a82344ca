export * from './agent-names.ts'
export * from './purge-dead-letters.ts'
