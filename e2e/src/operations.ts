import * as contracts from '@appointments/contracts'
import { security, v2, v2Administration, type Api, type Operation } from '@appointments/contracts'
import { v1 } from '@appointments/contracts/v1'
import { versions } from '@appointments/contracts/versions'

/** The tables of public operations, by their names in these tests. */
export const publicApis = { v1, v2, administration: v2Administration, security } as const

type NamesOf<Apis extends Record<string, Api>> = {
  [Key in keyof Apis & string]: `${Key}.${keyof Apis[Key]['operations'] & string}`
}[keyof Apis & string]

/** An operation in one version, such as `v2.cancelAppointment`. */
export type OperationName = NamesOf<typeof publicApis>

export interface NamedOperation {
  name: OperationName
  /** Name of its table. */
  table: keyof typeof publicApis
  id: string
  api: Api
  operation: Operation
}

/** Every operation a client can call. */
export const publicOperations: readonly NamedOperation[] = Object.entries<Api>(publicApis).flatMap(
  ([table, api]) =>
    Object.entries(api.operations).map(([id, operation]) => ({
      name: `${table}.${id}` as OperationName,
      table: table as keyof typeof publicApis,
      id,
      api,
      operation,
    })),
)

/** Tables of public operations that are missing from {@link publicApis}. */
export const forgottenApis = (): Api[] =>
  [...Object.values<unknown>(contracts), ...Object.values(versions).flat()]
    .filter(isApi)
    .filter((api) => api !== contracts.internal && !Object.values<Api>(publicApis).includes(api))

const isApi = (value: unknown): value is Api =>
  typeof value === 'object' && value !== null && 'operations' in value && 'base' in value
