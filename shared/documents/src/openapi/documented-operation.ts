import { security, type Api, type Operation } from '@appointments/contracts'
import { descriptionOf, versions, type Version } from '../versions.ts'

/** An operation with its version and path in a document. */
export interface DocumentedOperation {
  version: Version
  id: string
  operation: Operation
  /** Complete path; that of the base itself has no trailing slash. */
  path: string
}

const pathOf = ({ base }: Api, { path }: Operation) => base + (path === '/' ? '' : path)

/** Every operation of one version, including those that give customers access. */
export const operationsOf = (version: Version): DocumentedOperation[] =>
  [...descriptionOf(version).apis, security].flatMap((api: Api) =>
    Object.entries(api.operations).map(([id, operation]) => ({
      version,
      id,
      operation,
      path: pathOf(api, operation),
    })),
  )

/** The successor of a deprecated operation, in the newest version. */
export const successorOf = ({ operation }: DocumentedOperation): DocumentedOperation | undefined =>
  operationsOf(versions[0]).find(({ id }) => id === operation.successor)
