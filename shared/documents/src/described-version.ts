import type { Api } from '@appointments/contracts'
import type { Example } from './examples/example.ts'
import type { OperationText } from './texts/operation-text.ts'

/** A version of the API with everything specific to its document. */
export interface DescribedVersion {
  /** Tables of its operations. */
  apis: readonly [Api, ...Api[]]
  /** First sentence of its introduction. */
  opening: string
  /** Texts by operation id, in addition to those of all versions. */
  texts: Readonly<Record<string, Partial<OperationText>>>
  /** Examples by operation id. */
  examples: Readonly<Record<string, Example>>
  /** Whether webhook endpoints are registered in this version, so that its document describes webhooks. */
  hasWebhooks: boolean
}
