import { security, v1, v2, v2Administration, type Api, type Operation } from '@appointments/contracts'

export type Version = 'v1' | 'v2'

/** An operation in its place in a document. */
export interface DocumentedOperation {
  version: Version
  id: string
  operation: Operation
  /** Whole path; the base itself is written without a slash. */
  path: string
}

const apis: Record<Version, readonly Api[]> = {
  v1: [v1, security],
  v2: [v2, v2Administration, security],
}

const pathOf = ({ base }: Api, { path }: Operation) => base + (path === '/' ? '' : path)

/** Every operation of one version, those customers get in by included. */
export const operationsOf = (version: Version): DocumentedOperation[] =>
  apis[version].flatMap((api) =>
    Object.entries(api.operations).map(([id, operation]) => ({
      version,
      id,
      operation,
      path: pathOf(api, operation),
    })),
  )

/** The operation of v2 a deprecated one names as its successor. */
export const successorOf = ({ operation }: DocumentedOperation): DocumentedOperation | undefined =>
  operationsOf('v2').find(({ id }) => id === operation.successor)
