import { readFileSync } from 'node:fs'
import { z } from 'zod'
import { silentLog, type Log } from './log.ts'
import { asSecret, Secret, secretInFile } from './secret.ts'
import { StartupFault } from './startup-fault.ts'

type Environment = Readonly<Record<string, string | undefined>>

/**
 * Reads a service's configuration from the environment. Every value can also come from a file: for a field `NAME`, the
 * variable `NAME_FILE` holds the path. The file of a {@link rotating} field is read again when it changes.
 * @param log for changes of these files
 * @throws StartupFault that names every invalid or missing variable
 */
export function readConfig<Schema extends z.ZodObject>(
  schema: Schema,
  env: Environment = process.env,
  log: Log = silentLog,
): z.output<Schema> {
  const { data, faults } = readEnvironment(schema, env)
  if (!data) throw configFault(faults)
  const config: Record<string, unknown> = data
  for (const [name, field] of Object.entries<z.ZodType>(schema.shape)) {
    const file = env[`${name}_FILE`]
    if (!file || !(config[name] instanceof Secret)) continue
    const parse = (text: string) => (field.parse(text) as Secret<unknown>).current()
    config[name] = secretInFile(file, parse, log)
  }
  return data
}

/**
 * The value of a variable, or of the file that `NAME_FILE` names; undefined if it is empty.
 * @throws Error if the file cannot be read
 */
export function readVariable(name: string, env: Environment): string | undefined {
  const file = env[`${name}_FILE`]
  // an empty variable counts as not set, because compose files and charts write it that way
  return (file ? readFileSync(file, 'utf8').trim() : env[name]) || undefined
}

/**
 * Checks the environment of several services together, before any of them is started.
 * @throws StartupFault that names every invalid or missing variable
 */
export function requireConfig(schemas: readonly z.ZodObject[], env: Environment): void {
  const faults = schemas.flatMap((schema) => readEnvironment(schema, env).faults)
  if (faults.length > 0) throw configFault(faults)
}

const configFault = (faults: readonly string[]) => new StartupFault([...new Set(faults)].join('; '))

function readEnvironment<Schema extends z.ZodObject>(
  schema: Schema,
  env: Environment,
): { data?: z.output<Schema>; faults: string[] } {
  const given: Record<string, string | undefined> = {}
  const unreadable = new Map<string, string>()
  for (const name of Object.keys(schema.shape)) {
    const file = env[`${name}_FILE`]
    try {
      given[name] = readVariable(name, env)
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException
      unreadable.set(name, `${name}_FILE: the file ${file} cannot be read (${code})`)
    }
  }
  const result = schema.safeParse(given)
  const wrong = (result.error?.issues ?? []).flatMap((issue) => {
    const name = String(issue.path[0])
    if (unreadable.has(name)) return []
    const variable = env[`${name}_FILE`] ? `${name}_FILE` : name
    return [`${variable}: ${wanted(issue, given[name])}`]
  })
  const faults = [...unreadable.values(), ...wrong]
  return faults.length === 0 && result.success ? { data: result.data, faults } : { faults }
}

/** The expectation of a variable, worded for the operator. Omits the value, because it may be a secret. */
function wanted(issue: z.core.$ZodIssue, given: string | undefined): string {
  if (issue.code === 'custom') return issue.message
  if (given === undefined) return 'is not set'
  if (issue.code === 'invalid_type') return `needs a ${issue.expected === 'int' ? 'whole ' : ''}number`
  if (issue.code === 'too_small' && issue.origin === 'number')
    return `needs a number ${issue.inclusive ? 'of at least' : 'above'} ${issue.minimum}`
  if (issue.code === 'too_big' && issue.origin === 'number')
    return `needs a number ${issue.inclusive ? 'of at most' : 'below'} ${issue.maximum}`
  if (issue.code === 'invalid_value') return `needs one of ${issue.values.join(', ')}`
  if (issue.code === 'invalid_format' && issue.format === 'url') return 'needs a URL'
  if (issue.code === 'too_small') return 'needs a value'
  return issue.message
}

/** A secret that may change while the service runs if it comes from a file. */
export const rotating = <Value>(field: z.ZodType<Value, string>) =>
  field.transform((value) => asSecret(value))

/** A TCP port; 0 selects a free one. */
export const port = z.coerce.number().int().min(0).max(65_535)

/** Milliseconds. */
export const milliseconds = z.coerce.number().int().min(0)

export const flag = z.stringbool()

/** Name of the environment that a service runs in, such as `production`. */
export const environmentName = z.string().default('development')

/** A configuration check that rejects each of these settings in production if it is on or has a value. */
export const rejectedInProduction =
  (...names: readonly string[]) =>
  (config: Readonly<Record<string, unknown>>, context: z.RefinementCtx): void => {
    for (const name of names)
      if (config.NODE_ENV === 'production' && config[name] !== undefined && config[name] !== false)
        context.addIssue({ code: 'custom', path: [name], message: 'must be off when NODE_ENV is production' })
  }

/**
 * A configuration check that requires each of these settings in production. Use it as
 * `superRefine(requiredInProduction('X'), evenIfFaulty)`, so that one start reports all faults together.
 */
export const requiredInProduction =
  (...names: readonly string[]) =>
  (config: Readonly<Record<string, unknown>>, context: z.RefinementCtx): void => {
    for (const name of names)
      if (config.NODE_ENV === 'production' && config[name] === undefined)
        context.addIssue({ code: 'custom', path: [name], message: 'is required when NODE_ENV is production' })
  }

/** Runs a check even if other settings are invalid. */
export const evenIfFaulty = { when: () => true }

/** A secret for HMAC signatures: at least 32 bytes. */
export const secret = z.string().refine((text) => Buffer.byteLength(text) >= 32, 'must be at least 32 bytes')

/** Secrets for one purpose, one per line: the first signs, all are accepted. */
export const keyring = z
  .string()
  .transform((text) =>
    text
      .split('\n')
      .map((line) => line.trim())
      .filter((line) => line !== ''),
  )
  .pipe(z.tuple([secret], secret))
export type Keyring = z.output<typeof keyring>
