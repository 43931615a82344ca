import type { Version } from '../openapi/documented-operation.ts'
import type { Example } from './example.ts'
import { securityExamples } from './security.ts'
import { v1Examples } from './v1.ts'
import { v2AdministrationExamples, v2Examples } from './v2.ts'

const examples: Record<Version, Readonly<Record<string, Example>>> = {
  v1: { ...v1Examples, ...securityExamples },
  v2: { ...v2Examples, ...v2AdministrationExamples, ...securityExamples },
}

/** The example of an operation. */
export const exampleOf = (version: Version, operationId: string): Example =>
  examples[version][operationId] ?? {}
