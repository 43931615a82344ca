// Writes docs/configuration.md: every variable of every service, from the zod schema in its src/config.ts and
// the doc comment of each field. `--check` writes nothing, and fails if the page is out of date. Both fail if
// a field has no comment.
import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import ts from 'typescript'
import { z } from 'zod'

const root = path.join(import.meta.dirname, '../..')
const page = path.join(root, 'docs/configuration.md')
const services = ['gateway', 'appointments', 'participants', 'notifications', 'availability', 'web'] as const

/** A variable as the page shows it. */
interface Variable {
  name: string
  type: string
  standard: string
  meaning: string
}

const files = services.map((service) =>
  path.join(root, `services/${service}/src/${service === 'web' ? 'server/' : ''}config.ts`),
)
const { options } = ts.parseJsonConfigFileContent(
  ts.readConfigFile(path.join(root, 'tsconfig.json'), (file) => readFileSync(file, 'utf8')).config,
  ts.sys,
  root,
)
const program = ts.createProgram(files, { ...options, noEmit: true })
const checker = program.getTypeChecker()

/** Doc comments of the fields of a schema, including imported ones. */
function commentsIn(file: string, schema: string): Map<string, string> {
  const source = program.getSourceFile(file)
  const module = source && checker.getSymbolAtLocation(source)
  const declared = module && checker.getExportsOfModule(module).find(({ name }) => name === schema)
  const shape = declared && checker.getTypeOfSymbol(declared).getProperty('shape')
  if (!shape) throw new Error(`${file} exports no schema ${schema}`)
  return new Map(
    checker
      .getTypeOfSymbol(shape)
      .getProperties()
      .map((field) => [
        field.name,
        ts.displayPartsToString(field.getDocumentationComment(checker)).replaceAll(/\s+/g, ' ').trim(),
      ]),
  )
}

interface Shown {
  type?: string
  format?: string
  enum?: unknown[]
  minimum?: number
  maximum?: number
  exclusiveMinimum?: number
  default?: unknown
}

function typeOf(field: z.ZodType, shown: Shown): string {
  if (typeof defaultOf(field) === 'boolean') return '`true` or `false`'
  if (shown.enum) return shown.enum.map((value) => `\`${String(value)}\``).join(', ')
  if (shown.format === 'uri') return 'address'
  if (shown.format === 'email') return 'e-mail address'
  if (shown.type !== 'integer' && shown.type !== 'number') return 'text'
  const { minimum = -Infinity, maximum = Infinity, exclusiveMinimum } = shown
  return [
    'number',
    ...(exclusiveMinimum !== undefined
      ? [`above ${exclusiveMinimum}`]
      : minimum > Number.MIN_SAFE_INTEGER
        ? [`from ${minimum}`]
        : []),
    ...(maximum < Number.MAX_SAFE_INTEGER ? [`to ${maximum}`] : []),
  ].join(' ')
}

/** The value of a field whose variable is not set. */
const defaultOf = (field: z.ZodType): unknown => field.safeParse(undefined).data

function standardOf(field: z.ZodType, shown: Shown): string {
  if (!field.safeParse(undefined).success) return '**required**'
  // a default produced by a transform cannot be written in the environment
  const value = shown.default ?? defaultOf(field)
  return ['string', 'number', 'boolean'].includes(typeof value) ? `\`${String(value)}\`` : 'unset'
}

const faults: string[] = []

async function variablesOf(service: string, file: string): Promise<Variable[]> {
  const { config } = (await import(file)) as { config: z.ZodObject }
  const comments = commentsIn(file, 'config')
  return Object.entries<z.ZodType>(config.shape).map(([name, field]) => {
    const shown = z.toJSONSchema(field, { io: 'input', unrepresentable: 'any' }) as Shown
    const meaning = comments.get(name) ?? ''
    if (meaning === '') faults.push(`${service}: ${name} has no comment`)
    return { name, type: typeOf(field, shown), standard: standardOf(field, shown), meaning }
  })
}

const of = new Map<string, Variable[]>()
for (const [index, service] of services.entries())
  of.set(service, await variablesOf(service, files[index] ?? ''))

const same = (a: Variable, b: Variable) => JSON.stringify(a) === JSON.stringify(b)
const first = of.get('gateway') ?? []
const common = first.filter((variable) =>
  services.every((service) => of.get(service)?.some((other) => same(variable, other))),
)

const table = (variables: Variable[]) =>
  [
    '| Variable | Value | Default | Meaning |',
    '| --- | --- | --- | --- |',
    ...variables.map((variable) => {
      const { name, type, standard, meaning } = variable
      return `| \`${name}\` | ${type} | ${standard} | ${meaning.replaceAll('|', '\\|')} |`
    }),
  ].join('\n')

const text = `# Configuration

Every service is configured by environment variables and nothing else. \`npm run configuration\` writes this page from
the schemas in \`src/config.ts\`; do not edit it.

- Each variable can be read from a file, such as a mounted secret: \`NAME_FILE\` holds its path. Secrets may change while the service runs: their files are read again.
- An empty variable counts as not set.
- A service that is started with wrong or missing variables names all of them and ends with status 1.
- If \`OTEL_EXPORTER_OTLP_ENDPOINT\` is set, the OpenTelemetry SDK also reads its own variables, such as
  \`OTEL_TRACES_SAMPLER\` and \`OTEL_EXPORTER_OTLP_HEADERS\`.

## Every service

${table(common)}

${services
  .map(
    (service) =>
      `## ${service[0]?.toUpperCase() ?? ''}${service.slice(1)}\n\n${table((of.get(service) ?? []).filter((one) => !common.some((other) => same(one, other))))}`,
  )
  .join('\n\n')}
`

if (faults.length === 0 && process.argv.includes('--check')) {
  if (readFileSync(page, 'utf8') !== text)
    faults.push('docs/configuration.md is out of date: npm run configuration')
} else if (faults.length === 0) writeFileSync(page, text)
for (const fault of faults) console.error(fault)
process.exitCode = faults.length === 0 ? 0 : 1
