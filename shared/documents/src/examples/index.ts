import { descriptionOf, type Version } from '../versions.ts'
import type { Example } from './example.ts'
import { securityExamples } from './security.ts'

const common: Readonly<Record<string, Example>> = securityExamples

/** The example of an operation. */
export const exampleOf = (version: Version, operationId: string): Example =>
  descriptionOf(version).examples[operationId] ?? common[operationId] ?? {}
