export * from './run-service.ts'
export * from './settings.ts'
export * from './start-service.ts'
export * from './watch-pool.ts'
