import type { Api, Operation } from '@appointments/contracts'
import { versions } from '@appointments/contracts/versions'

export interface TableEntry {
  name: string
  path: string
  operation: Operation
}

/** Every operation that the gateway proxies, with a matching path. */
export const proxiedOperations: TableEntry[] = Object.values<readonly Api[]>(versions)
  .flat()
  .flatMap(({ name, base, operations }) =>
    Object.entries(operations).map(([id, operation]) => ({
      name: `${name}.${id}`,
      path: (base + operation.path).replace('{id}', 'appointment-1').replaceAll(/\{(\w+)\}/g, '$1-1'),
      operation,
    })),
  )

/** The path as a service receives it: without a trailing slash. */
export const upstreamPath = (path: string): string => path.replace(/\/$/, '')
