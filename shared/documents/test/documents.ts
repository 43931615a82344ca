import { openapi, type Version } from '../src/index.ts'

/** An operation of a document, as tests read it. */
export interface Described {
  operationId: string
  tags: string[]
  summary: string
  description: string
  deprecated?: boolean
  security: Record<string, unknown[]>[]
  'x-roles'?: string[]
  parameters: Parameter[]
  requestBody?: { required: boolean; content: Record<string, { schema: object; example: unknown }> }
  responses: Record<string, ResponseObject>
}

export interface Parameter {
  in: string
  name: string
  description: string
  required?: boolean
  deprecated?: boolean
  style?: string
  explode?: boolean
  example?: unknown
  schema: { type?: string; items?: object }
}

export interface ResponseObject {
  description: string
  headers: Record<string, object>
  content?: Record<
    string,
    {
      schema: { allOf?: { properties?: { code: { enum: string[] } } }[] }
      example?: unknown
      examples?: Record<string, { value: object }>
    }
  >
}

interface Document {
  info: { version: string }
  servers: { url: string }[]
  paths: Record<string, Record<string, Described>>
  components: Record<string, Record<string, Record<string, unknown>>>
}

export const versions: Version[] = ['v1', 'v2']

/** A document with its references to parameters, responses and examples resolved. */
export function documentOf(version: Version): Document {
  const document = openapi(version, 'https://appointments.example.com/') as unknown as Document
  const follow = <Part extends object>(part: Part): Part => {
    const [, , kind = '', name = ''] = ((part as { $ref?: string }).$ref ?? '').split('/')
    return (document.components[kind]?.[name] as Part | undefined) ?? part
  }
  for (const operation of Object.values(document.paths).flatMap((item) => Object.values(item))) {
    operation.parameters = operation.parameters.map(follow)
    for (const [status, response] of Object.entries(operation.responses)) {
      const found = structuredClone(follow(response))
      for (const { examples = {} } of Object.values(found.content ?? {}))
        for (const [code, example] of Object.entries(examples)) examples[code] = follow(example)
      operation.responses[status] = found
    }
  }
  return document
}

/** The documented codes of an error response. */
export const codesOf = (response: ResponseObject | undefined): string[] =>
  response?.content?.['application/problem+json']?.schema.allOf?.at(-1)?.properties?.code.enum ?? []
