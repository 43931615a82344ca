import { findOperation } from './response-check/find-operation.ts'
import {
  resolved,
  type CheckedDocument,
  type DescribedResponse,
  type DescribedHeader,
} from './response-check/document.ts'
import { createValidate, type Validate } from './response-check/validate.ts'

export { createValidate }

/** A response as the client received it. */
export interface CheckedResponse {
  method: string
  /** The requested path, with or without a query. */
  path: string
  status: number
  headers: Pick<Headers, 'get'>
  /** Parsed JSON; undefined if the response has no body. */
  body: unknown
}

/**
 * Checks responses against OpenAPI documents: operation, status, headers and body fields must be described. The only
 * correct responses for an undocumented operation are 404 ROUTE_NOT_FOUND and 405 METHOD_NOT_ALLOWED.
 * @param documents the first that describes the operation applies
 * @returns one sentence per violation; empty if the response is as documented
 */
export function createResponseCheck(...documents: object[]): (response: CheckedResponse) => string[] {
  const described = (documents as CheckedDocument[]).map((document) => ({
    document,
    validate: createValidate(document),
  }))
  return (response) => {
    const { method, path, status } = response
    const faults = () => {
      for (const { document, validate } of described) {
        const operation = findOperation(document, method, path)
        if (!operation) continue
        const found = operation.responses[status]
        if (!found) return ['the status is not documented']
        return faultsOf(response, resolved(document, found), document, validate)
      }
      return isUnserved(response) ? [] : ['the operation is not documented']
    }
    return faults().map((fault) => `${method} ${path} returned ${status}: ${fault}`)
  }
}

const isUnserved = ({ status, body }: CheckedResponse) => {
  const { code } = (body ?? {}) as { code?: unknown }
  return (status === 404 && code === 'ROUTE_NOT_FOUND') || (status === 405 && code === 'METHOD_NOT_ALLOWED')
}

function faultsOf(
  { method, headers, body }: CheckedResponse,
  described: DescribedResponse,
  document: CheckedDocument,
  validate: Validate,
): string[] {
  return [
    ...Object.entries(described.headers ?? {}).flatMap(([name, header]) =>
      headerFaults(name, headers.get(name), resolved<DescribedHeader>(document, header), validate),
    ),
    ...(method.toUpperCase() === 'HEAD' ? [] : bodyFaults(headers, body, described, validate)),
  ]
}

function headerFaults(
  name: string,
  value: string | null,
  { required, schema }: DescribedHeader,
  validate: Validate,
): string[] {
  if (value === null) return required ? [`header ${name} is missing`] : []
  return validate(schema, value).map((fault) => `header ${name}: ${fault}`)
}

function bodyFaults(
  headers: Pick<Headers, 'get'>,
  body: unknown,
  { content }: DescribedResponse,
  validate: Validate,
): string[] {
  if (!content) return body === undefined ? [] : ['a body is not documented']
  if (body === undefined) return ['the body is missing']
  const [mediaType = ''] = (headers.get('content-type') ?? '').split(';')
  const schema = content[mediaType.trim().toLowerCase()]?.schema
  return schema
    ? validate(schema, body).map((fault) => `body: ${fault}`)
    : [`content type ${mediaType} is not documented`]
}
