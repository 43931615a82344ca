import type { Api } from '@appointments/contracts'
import type { Example } from './examples/example.ts'
import type { OperationText } from './texts/operations.ts'

/** A version of the API with everything that only its document says. */
export interface DescribedVersion {
  /** Tables of its operations. */
  apis: readonly [Api, ...Api[]]
  /** First sentence of its introduction. */
  opening: string
  /** Texts by operation id, besides those of every version. */
  texts: Readonly<Record<string, Partial<OperationText>>>
  /** Examples by operation id. */
  examples: Readonly<Record<string, Example>>
  /** Whether it is the version that registers webhook endpoints, so that its document describes webhooks. */
  hasWebhooks: boolean
}
