import { readFileSync } from 'node:fs'
import { z } from 'zod'

/**
 * Reads a service's configuration from the environment. Every secret can be given as a file: for a field
 * `NAME` the variable `NAME_FILE` holds the path.
 * @throws Error that names every wrong or missing variable
 */
export function readConfig<Schema extends z.ZodObject>(
  schema: Schema,
  env: Readonly<Record<string, string | undefined>> = process.env,
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
  return result.data
}

/** A TCP port; 0 takes a free one. */
export const port = z.coerce.number().int().min(0).max(65_535)

/** Milliseconds. */
export const milliseconds = z.coerce.number().int().min(0)

export const flag = z.stringbool()

/** A secret for HMAC signatures: at least 32 bytes. */
export const secret = z.string().refine((text) => Buffer.byteLength(text) >= 32, 'must be at least 32 bytes')
