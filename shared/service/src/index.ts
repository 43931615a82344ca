export * from './run-service.ts'
export * from './start-service.ts'
export * from './watch-pool.ts'
