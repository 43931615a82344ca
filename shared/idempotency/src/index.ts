export * from './idempotency.ts'
export * from './keyed-request.ts'
