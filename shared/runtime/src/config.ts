import { readFileSync } from 'node:fs'
import { z } from 'zod'
import { silentLog, type Log } from './log.ts'
import { asSecret, Secret, secretInFile } from './secret.ts'

/**
 * Reads a service's configuration from the environment. Every secret can be given as a file: for a field
 * `NAME` the variable `NAME_FILE` holds the path. The file of a {@link rotating} field is followed.
 * @param log hears of files that change
 * @throws Error that names every wrong or missing variable
 */
export function readConfig<Schema extends z.ZodObject>(
  schema: Schema,
  env: Readonly<Record<string, string | undefined>> = process.env,
  log: Log = silentLog,
): z.output<Schema> {
  const given = Object.fromEntries(
    Object.keys(schema.shape).map((name) => {
      const file = env[`${name}_FILE`]
      // an empty variable is a variable that is not set, as compose files and charts write it
      return [name, file ? readFileSync(file, 'utf8').trim() : env[name] || undefined]
    }),
  )
  const result = schema.safeParse(given)
  if (!result.success) throw new Error(`configuration: ${z.prettifyError(result.error)}`)
  const config: Record<string, unknown> = result.data
  for (const [name, field] of Object.entries<z.ZodType>(schema.shape)) {
    const file = env[`${name}_FILE`]
    if (!file || !(config[name] instanceof Secret)) continue
    const parse = (text: string) => (field.parse(text) as Secret<unknown>).current()
    config[name] = secretInFile(file, parse, log)
  }
  return result.data
}

/** A secret that may change while the service runs, where it is given as a file. */
export const rotating = <Value>(field: z.ZodType<Value, string>) =>
  field.transform((value) => asSecret(value))

/** A TCP port; 0 takes a free one. */
export const port = z.coerce.number().int().min(0).max(65_535)

/** Milliseconds. */
export const milliseconds = z.coerce.number().int().min(0)

export const flag = z.stringbool()

/** A secret for HMAC signatures: at least 32 bytes. */
export const secret = z.string().refine((text) => Buffer.byteLength(text) >= 32, 'must be at least 32 bytes')

/** Secrets of one purpose, one to a line: the first is used, all are accepted. */
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
