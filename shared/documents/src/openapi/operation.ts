import type { Operation } from '@appointments/contracts'
import type {
  ZodOpenApiOperationObject,
  ZodOpenApiRequestBodyObject,
  ZodOpenApiResponseObject,
} from 'zod-openapi'
import { exampleOf } from '../examples/index.ts'
import type { OperationText } from '../texts/operation-text.ts'
import { operationTexts } from '../texts/operations.ts'
import { descriptionOf } from '../versions.ts'
import { successorOf, type DocumentedOperation } from './documented-operation.ts'
import { headersNamed, rateLimitHeaders, tagOfBody, type ResponseHeader } from './headers.ts'
import { parametersOf } from './parameters.ts'
import type { createErrorResponses } from './error-responses.ts'
import { callersOf, securityOf } from './security-schemes.ts'

/** An operation as OpenAPI describes it. */
export function describeOperation(
  documented: DocumentedOperation,
  errorResponses: ReturnType<typeof createErrorResponses>,
): ZodOpenApiOperationObject {
  const { id, operation } = documented
  const { access, summary, deprecated } = operation
  const body = requestBody(documented)
  return {
    operationId: id,
    tags: textsOf(documented).flatMap(({ tag }) => tag ?? []),
    summary,
    description: descriptionText(documented),
    ...(deprecated && { deprecated }),
    security: securityOf(access),
    ...(typeof access === 'object' && { 'x-roles': [...access.roles] }),
    requestParams: parametersOf(documented),
    ...(body && { requestBody: body }),
    responses: {
      [operation.status]: successResponse(documented),
      ...(operation.creates && { 201: successResponse(documented, 201) }),
      ...(operation.revalidates && { 304: notModified }),
      ...errorResponses(documented),
    },
  }
}

/** Texts of an operation: those of all versions and those of its version. */
function textsOf({ version, id }: DocumentedOperation): Partial<OperationText>[] {
  const common: Readonly<Record<string, OperationText>> = operationTexts
  return [common[id], descriptionOf(version).texts[id]].filter((text) => text !== undefined)
}

function descriptionText(documented: DocumentedOperation): string {
  const { operation } = documented
  const successor = successorOf(documented)
  const text = [operation.description, ...textsOf(documented).map((one) => one.text)]
    .filter((part) => part !== undefined)
    .join(' ')
  return [
    text,
    successor &&
      `**Deprecated:** use \`${successor.operation.method} ${successor.path}\` (${successor.id}) of ${successor.version} instead.`,
    callersOf(operation.access),
  ]
    .filter((paragraph) => paragraph !== undefined && paragraph !== '')
    .join('\n\n')
}

function requestBody({
  version,
  id,
  operation,
}: DocumentedOperation): ZodOpenApiRequestBodyObject | undefined {
  const { body: schema, bodyOptional, form, bodyType = 'application/json' } = operation
  if (operation.imageTypes)
    return {
      required: true,
      content: Object.fromEntries(operation.imageTypes.map((type) => [type, { schema: {} }])),
    }
  if (!schema) return undefined
  const mediaType = form ? 'application/x-www-form-urlencoded' : bodyType
  return {
    required: !bodyOptional,
    content: { [mediaType]: { schema, example: exampleOf(version, id).body } },
  }
}

function successResponse(
  { version, id, operation }: DocumentedOperation,
  status: Operation['status'] = operation.status,
): ZodOpenApiResponseObject {
  const { response: schema, versioned, deprecated, deprecatedParts, successor } = operation
  const headers: ResponseHeader[] = [
    'x-request-id',
    'Preference-Applied',
    'Access-Control-Allow-Origin',
    ...(operation.maxAgeSeconds === undefined ? [] : (['Cache-Control'] as const)),
    ...(versioned ? (['ETag'] as const) : []),
    ...(operation.takesKey ? (['Idempotency-Replayed'] as const) : []),
    ...(deprecated || deprecatedParts ? (['Deprecation'] as const) : []),
    ...((deprecated && successor !== undefined) || deprecatedParts ? (['Link'] as const) : []),
    ...rateLimitHeaders,
  ]
  return {
    description: DONE[status],
    headers: operation.revalidates
      ? headersNamed(headers).extend({ ETag: tagOfBody })
      : headersNamed(headers),
    ...(schema && {
      content: {
        [operation.mediaType ?? 'application/json']: { schema, example: exampleOf(version, id).response },
      },
    }),
  }
}

const notModified: ZodOpenApiResponseObject = {
  description: 'The response with the tag in `If-None-Match` is still the same; there is no body.',
  headers: headersNamed(['x-request-id', 'Access-Control-Allow-Origin', ...rateLimitHeaders]).extend({
    ETag: tagOfBody,
  }),
}

const DONE: Record<Operation['status'], string> = {
  200: 'Done.',
  201: 'Created.',
  202: 'Accepted; the operation is carried out later.',
  204: 'Done; the response has no body.',
}
