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
export const createResponseCheck = (...documents: object[]): ((response: CheckedResponse) => string[]) =>
  checkBy(documents, faultsOf)

/**
 * Checks responses of a service behind the gateway, which adds headers: operation, status and body must be described.
 * Clients do not see responses of paths outside the API; these are not checked.
 * @throws Error that names all violations
 */
export function createServiceCheck(...documents: object[]): (response: CheckedResponse) => void {
  const check = checkBy(documents, bodyFaults)
  return (response) => {
    const faults = response.path.startsWith('/api/') ? check(response) : []
    if (faults.length > 0) throw new Error(faults.join('; '))
  }
}

function checkBy(documents: object[], faultsIn: typeof faultsOf): (response: CheckedResponse) => string[] {
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
        return faultsIn(response, resolved(document, found), validate, document)
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
  response: CheckedResponse,
  described: DescribedResponse,
  validate: Validate,
  document: CheckedDocument,
): string[] {
  return [
    ...Object.entries(described.headers ?? {}).flatMap(([name, header]) =>
      headerFaults(name, response.headers.get(name), resolved<DescribedHeader>(document, header), validate),
    ),
    ...bodyFaults(response, described, validate),
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
  { method, headers, body }: CheckedResponse,
  { content }: DescribedResponse,
  validate: Validate,
): string[] {
  if (method.toUpperCase() === 'HEAD') return []
  if (!content) return body === undefined ? [] : ['a body is not documented']
  if (body === undefined) return ['the body is missing']
  const [mediaType = ''] = (headers.get('content-type') ?? '').split(';')
  const schema = content[mediaType.trim().toLowerCase()]?.schema
  return schema
    ? validate(schema, body).map((fault) => `body: ${fault}`)
    : [`content type ${mediaType} is not documented`]
}
