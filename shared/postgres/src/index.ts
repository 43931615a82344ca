export * from './migrate.ts'
export * from './pool.ts'
export * from './transaction.ts'
