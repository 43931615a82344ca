/** The parts of an OpenAPI document that checking responses needs. */
export interface CheckedDocument {
  paths: Record<string, Record<string, DescribedOperation>>
  components: Record<string, Record<string, unknown>>
}

export interface DescribedOperation {
  responses: Record<string, DescribedResponse | Reference>
}

export interface DescribedResponse {
  headers?: Record<string, DescribedHeader | Reference>
  content?: Record<string, { schema?: object }>
}

export interface DescribedHeader {
  required?: boolean
  schema: object
}

interface Reference {
  $ref: string
}

const isReference = (part: object): part is Reference => '$ref' in part

/** The part itself, or the component that it references. */
export function resolved<Part extends object>({ components }: CheckedDocument, part: Part | Reference): Part {
  if (!isReference(part)) return part
  const [, , kind = '', name = ''] = part.$ref.split('/')
  return components[kind]?.[name] as Part
}
