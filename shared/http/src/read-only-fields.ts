import { z } from 'zod'
import { isObject, type Fault, type Operation } from '@appointments/contracts'
import { faultAt } from './faults.ts'
import { plain, type Schema } from './plain-schema.ts'

const isRead = (schema: Schema | undefined, value: unknown): boolean =>
  schema !== undefined && z.safeParse(schema, value).success

/**
 * A value without the fields that the response schema has but the request schema lacks. If no response could have the
 * value of such a field, the field stays, so that it is rejected as unknown.
 */
function withoutReadOnly(request: Schema | undefined, response: Schema | undefined, value: unknown): unknown {
  const taken = plain(request)
  const shown = plain(response)
  if (taken?.type === 'array' && shown?.type === 'array' && Array.isArray(value))
    return value.map((one) => withoutReadOnly(taken.element, shown.element, one))
  if (taken?.type !== 'object' || shown?.type !== 'object' || !isObject(value)) return value
  const fieldOf = (shape: Record<string, Schema>, name: string) =>
    Object.hasOwn(shape, name) ? shape[name] : undefined
  return Object.fromEntries(
    Object.entries(value)
      .map(([name, inner]) => [name, inner, fieldOf(taken.shape, name), fieldOf(shown.shape, name)] as const)
      .filter(([, inner, field, shownField]) => field !== undefined || !isRead(shownField, inner))
      .map(([name, inner, field, shownField]) => [name, withoutReadOnly(field, shownField, inner)]),
  )
}

/** The fields of the resource that a PUT replaces, if it rejects all others; undefined for any other operation. */
function resourceOf({ method, body, response }: Operation) {
  if (method !== 'PUT') return undefined
  const taken = plain(body)
  const shown = plain(response)
  if (taken?.type !== 'object' || shown?.type !== 'object') return undefined
  return plain(taken.catchall)?.type === 'never' ? shown.shape : undefined
}

/**
 * The body of a PUT without the read-only fields of its resource, so that clients can send back what they have read. Any
 * other body stays as it is.
 */
export const writableBody = (operation: Operation, body: unknown): unknown =>
  resourceOf(operation) ? withoutReadOnly(operation.body, operation.response, body) : body

/**
 * A fault for each id in the body of a PUT that differs from the one in its path.
 * @param params undefined if they are invalid themselves
 */
export function idFaults(operation: Operation, params: unknown, body: unknown): Fault[] {
  const fields = resourceOf(operation)
  if (!fields || !isObject(params) || !isObject(body)) return []
  const { id = Object.values(params).at(-1), ...others } = params
  return Object.entries({ id, ...others })
    .filter(
      ([name, value]) => Object.hasOwn(fields, name) && Object.hasOwn(body, name) && body[name] !== value,
    )
    .map(([name]) =>
      faultAt('body', [name], { code: 'INVALID_VALUE', message: 'must be the same as in the path' }),
    )
}
