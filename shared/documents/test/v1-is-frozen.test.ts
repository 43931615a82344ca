import { readFile } from 'node:fs/promises'
import { expect, it } from 'vitest'
import { documentOf } from './documents.ts'

interface Schema {
  $ref?: string
  properties?: Record<string, Schema>
  items?: Schema
  additionalProperties?: Schema | boolean
  anyOf?: Schema[]
  oneOf?: Schema[]
  allOf?: Schema[]
}

/** The paths of the fields of a schema. A path ends at another component, whose fields have paths of their own. */
function pathsOf(schema: Schema, place: string): string[] {
  if (schema.$ref) return [`${place}: ${schema.$ref.split('/').at(-1)}`]
  const { properties = {}, items, additionalProperties, anyOf = [], oneOf = [], allOf = [] } = schema
  const inner = [
    ...Object.entries(properties).map(([name, field]): [Schema, string] => [field, `${place}.${name}`]),
    ...(items ? [[items, `${place}[]`] as [Schema, string]] : []),
    ...(typeof additionalProperties === 'object'
      ? [[additionalProperties, `${place}.*`] as [Schema, string]]
      : []),
    ...[...anyOf, ...oneOf, ...allOf].map((one): [Schema, string] => [one, place]),
  ]
  return [place, ...inner.flatMap(([one, path]) => pathsOf(one, path))]
}

/** The fields of all requests and of all responses without an error, as paths, sorted. */
function fieldsOfV1(): string[] {
  const { paths, components } = documentOf('v1')
  const used = new Set<string>()
  const note = (schema: object, place: string) => {
    for (const path of pathsOf(schema, place)) {
      if (used.has(path)) continue
      used.add(path)
      const [, component] = path.split(': ')
      if (component !== undefined) note(components.schemas![component]!, component)
    }
  }
  for (const [path, item] of Object.entries(paths))
    for (const [method, { parameters, requestBody, responses }] of Object.entries(item)) {
      if (!path.startsWith('/api/appointments')) continue
      const name = `${method.toUpperCase()} ${path}`
      for (const parameter of parameters)
        if (parameter.in !== 'header') note({}, `${name} ${parameter.in} ${parameter.name}`)
      for (const { schema } of Object.values(requestBody?.content ?? {})) note(schema, `${name} body`)
      for (const [status, { content = {} }] of Object.entries(responses))
        if (status < '300') for (const { schema } of Object.values(content)) note(schema, `${name} ${status}`)
    }
  return [...used].sort()
}

// integrators rely on v1 as it is, so the list never changes: make v1 pick its fields without the new one
it('v1 has the fields of its frozen list and no others [9.2]', async () => {
  const frozen = await readFile(new URL('fixtures/fields-of-v1.txt', import.meta.url), 'utf8')
  expect(fieldsOfV1()).toEqual(frozen.trim().split('\n'))
})
