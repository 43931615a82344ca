import { randomBytes } from 'node:crypto'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'

/** The folder in which a local system keeps its data between starts. */
export const dataDirectory = (): string => path.resolve(process.env.DATA_DIRECTORY ?? '.data')

export const secretNames = ['JWT_SECRET', 'INTERNAL_SECRET', 'DATA_SECRET'] as const
type Secrets = Record<(typeof secretNames)[number], string>

/** Secrets of the local system: from the environment, else generated once and stored in the data directory. */
export function localSecrets(): Secrets {
  const file = path.join(dataDirectory(), 'secrets.json')
  const kept = read(file)
  const secrets = each((name) => kept[name] ?? randomBytes(32).toString('base64url'))
  if (secretNames.some((name) => kept[name] === undefined)) write(file, secrets)
  return each((name) => process.env[name] || secrets[name])
}

const each = (of: (name: keyof Secrets) => string) =>
  Object.fromEntries(secretNames.map((name) => [name, of(name)])) as Secrets

function read(file: string): Partial<Secrets> {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Partial<Secrets>
  } catch {
    return {}
  }
}

function write(file: string, secrets: Secrets): void {
  mkdirSync(path.dirname(file), { recursive: true })
  writeFileSync(file, JSON.stringify(secrets), { mode: 0o600 })
}
