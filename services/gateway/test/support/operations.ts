import { v2, v2Administration, type Api, type Operation } from '@appointments/contracts'
import { v1 } from '@appointments/contracts/v1'

export interface TableEntry {
  name: string
  path: string
  operation: Operation
}

/** Every operation the gateway passes on, with a path that fits it. */
export const proxiedOperations: TableEntry[] = ([v1, v2, v2Administration] as Api[]).flatMap(
  ({ name, base, operations }) =>
    Object.entries(operations).map(([id, operation]) => ({
      name: `${name}.${id}`,
      path: (base + operation.path).replace('{id}', 'appointment-1').replaceAll(/\{(\w+)\}/g, '$1-1'),
      operation,
    })),
)

/** What a service is asked for: the path without the slash of a base. */
export const upstreamPath = (path: string): string => path.replace(/\/$/, '')
