export * from './present.ts'
export * from './problems.ts'
