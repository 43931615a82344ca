import { randomBytes } from 'node:crypto'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'

/** Where a local system keeps its data between starts. */
export const dataDirectory = (): string => path.resolve(process.env.DATA_DIRECTORY ?? '.data')

/** Secrets of the local system: from the environment, else made once and kept in the data directory. */
export function localSecrets(): { JWT_SECRET: string; INTERNAL_SECRET: string } {
  const file = path.join(dataDirectory(), 'secrets.json')
  const kept = read(file) ?? write(file)
  return {
    JWT_SECRET: process.env.JWT_SECRET || kept.JWT_SECRET,
    INTERNAL_SECRET: process.env.INTERNAL_SECRET || kept.INTERNAL_SECRET,
  }
}

type Secrets = ReturnType<typeof localSecrets>

function read(file: string): Secrets | undefined {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Secrets
  } catch {
    return undefined
  }
}

function write(file: string): Secrets {
  const secret = () => randomBytes(32).toString('base64url')
  const secrets = { JWT_SECRET: secret(), INTERNAL_SECRET: secret() }
  mkdirSync(path.dirname(file), { recursive: true })
  writeFileSync(file, JSON.stringify(secrets), { mode: 0o600 })
  return secrets
}
