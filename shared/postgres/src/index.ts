export * from './migrate.ts'
export * from './out-of-reach.ts'
export * from './pool.ts'
export * from './transaction.ts'
