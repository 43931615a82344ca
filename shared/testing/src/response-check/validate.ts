import { Ajv2020, type ErrorObject, type ValidateFunction } from 'ajv/dist/2020.js'
import { closed, closedAll } from './closed.ts'
import type { CheckedDocument } from './document.ts'

// stricter than for requests: responses always use RFC 3339
const RFC3339 = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d{1,9})?(?:Z|[+-]\d{2}:\d{2})$/

const formats = {
  date: (text: string) => /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(text)),
  'date-time': (text: string) => RFC3339.test(text) && !Number.isNaN(Date.parse(text)),
  int32: {
    type: 'number' as const,
    validate: (value: number) => Number.isInteger(value) && Math.abs(value) < 2 ** 31,
  },
  int64: { type: 'number' as const, validate: Number.isSafeInteger },
  uri: (text: string) => URL.canParse(text),
  // the pattern in the schema checks it
  email: true as const,
}

/** Returns one message per violation; empty if the value is valid. */
export type Validate = (schema: object, value: unknown) => string[]

/** Validates values by the schemas of one document; fields that a schema does not name are invalid. */
export function createValidate({ components }: CheckedDocument): Validate {
  const ajv = new Ajv2020({ strict: false, validateSchema: false, allErrors: true, formats })
  ajv.addSchema({
    $id: 'document',
    components: { schemas: closedAll(components.schemas as Record<string, object>) },
  })
  const compiled = new Map<object, ValidateFunction>()
  return (schema, value) => {
    const validate = compiled.get(schema) ?? ajv.compile(inDocument(closed(schema as never)))
    compiled.set(schema, validate)
    return validate(value) ? [] : (validate.errors ?? []).map(wordsOf)
  }
}

/** The schema with its references resolved within the document. */
const inDocument = (schema: object): object =>
  JSON.parse(JSON.stringify(schema).replaceAll('"$ref":"#/', '"$ref":"document#/')) as object

function wordsOf({ instancePath, message = '', params }: ErrorObject): string {
  const { additionalProperty, allowedValue, allowedValues } = params as Record<string, unknown>
  const particular = additionalProperty ?? allowedValue ?? allowedValues
  return `${instancePath || 'it'} ${message}${particular === undefined ? '' : ` (${JSON.stringify(particular)})`}`
}
