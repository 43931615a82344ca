export * from './idempotency.ts'
export * from './keyed-operation.ts'
export * from './keyed-request.ts'
export * from './response-copies.ts'
