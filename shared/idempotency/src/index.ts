export * from './idempotency.ts'
export * from './keyed-answer.ts'
export * from './keyed-request.ts'
export * from './response-copies.ts'
