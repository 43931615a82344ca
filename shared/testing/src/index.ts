export * from './backends.ts'
export * from './databases.ts'
export * from './fresh-database.ts'
