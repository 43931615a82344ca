import type { Request } from 'express'
import { isObject, type Fault, type Operation, type RequestOf } from '@appointments/contracts'
import { faultAt, parsePart, unknownAt, validationProblem } from './faults.ts'
import { wantsStrictHandling, type WithPreferences } from './prefer.ts'
import { inexactNumbersIn } from './read-body.ts'
import { idFaults, writableBody } from './read-only-fields.ts'
import type { BodyPath } from './scan-json.ts'
import { unknownFields } from './unknown-fields.ts'

/**
 * Parses every part of a request and reports all faults together.
 * @param others faults that the caller has already found in the request
 * @throws Problem VALIDATION_FAILED, or the problem code that all faults share
 */
export function parseRequest<Op extends Operation>(
  operation: Op,
  request: Pick<Request, 'params' | 'query' | 'body'> & WithPreferences,
  others: readonly Fault[] = [],
): RequestOf<Op> {
  const faults: Fault[] = []
  const part = (place: 'body' | 'query' | 'path', value: unknown) => {
    const schema = { body: operation.body, query: operation.query, path: operation.params }[place]
    if (!schema) return undefined
    const result = parsePart(schema, value, place)
    if ('part' in result) return result.part
    faults.push(...result.faults)
    return undefined
  }
  const given = writableBody(operation, request.body)
  const params = part('path', request.params)
  const query = part('query', request.query)
  const body = operation.imageTypes
    ? imageIn(request.body)
    : request.body === undefined && operation.bodyOptional
      ? undefined
      : part('body', given)
  for (const path of inexactNumbersIn(request))
    if (isFreeForm(path)) faults.push(faultAt('body', path, NOT_EXACT))
  faults.push(...idFaults(operation, params, request.body))
  faults.push(...faultsOfOtherVersion(operation, request.body))
  if (wantsStrictHandling(request))
    faults.push(...unknownParts(operation, { query: request.query, body: given }))
  faults.push(...others)
  if (faults.length > 0) throw validationProblem(faults)
  return { params, query, body } as RequestOf<Op>
}

/** A fault for each field of a body that belongs to the other version of the API, which uses another name. */
function faultsOfOtherVersion({ fieldsOfOtherVersion = {} }: Operation, body: unknown): Fault[] {
  if (typeof body !== 'object' || body === null) return []
  return Object.entries(fieldsOfOtherVersion)
    .filter(([name]) => Object.hasOwn(body, name))
    .map(([name, ours]) =>
      faultAt('body', [name], {
        code: 'FIELD_OF_OTHER_VERSION',
        message: `is a field of the other version; use ${ours} instead`,
      }),
    )
}

/** A fault for each unknown field and parameter, which only strict handling reports. */
function unknownParts(operation: Operation, { query, body }: Pick<Request, 'query' | 'body'>): Fault[] {
  const inQuery = operation.query
    ? unknownFields(operation.query, query)
    : Object.keys(query).map((name) => [name])
  const inBody = operation.imageTypes
    ? []
    : operation.body
      ? unknownFields(operation.body, body).filter(
          ([name, ...rest]) =>
            rest.length > 0 || !Object.hasOwn(operation.fieldsOfOtherVersion ?? {}, name ?? ''),
        )
      : isObject(body)
        ? Object.keys(body).map((name) => [name])
        : body === undefined
          ? []
          : [[]]
  return [
    ...inQuery.map((path) => unknownAt('query', path)),
    ...inBody.map((path) => unknownAt('body', path)),
  ]
}

/** The bytes of an image; none if the request has no body. */
const imageIn = (body: unknown) => (Buffer.isBuffer(body) ? body : Buffer.alloc(0))

const NOT_EXACT = {
  code: 'NUMBER_NOT_EXACT',
  message: 'must be a number that a double holds exactly; send it as a string, like "9007199254740993"',
}

/** Whether a value is in an object that is kept as the caller sent it; elsewhere the schema restricts numbers. */
const isFreeForm = (path: BodyPath) =>
  path.slice(0, -1).some((step) => step === 'metadata' || step === 'customFields')
