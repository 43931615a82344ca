import { readFileSync } from 'node:fs'
import { performance } from 'node:perf_hooks'
import type { Log } from './log.ts'

/** A mounted secret takes a minute or so to reach a pod, so a second more or less says nothing. */
const LOOK_AGAIN_MS = 1000

/** A secret that may change while the service runs. Whoever needs it asks each time and keeps nothing of it. */
export class Secret<Value = string> {
  readonly current: () => Value
  constructor(current: () => Value) {
    this.current = current
  }
}

/** A secret that stays what it is, or the secret itself where it already is one. */
export const asSecret = <Value>(given: Value | Secret<Value>): Secret<Value> =>
  given instanceof Secret ? given : new Secret(() => given)

/**
 * A secret in a file, looked at again when it is used, at most once a second. What cannot be read or is not valid is
 * logged once, and what was valid before stays in use: a mistake in a rotation stops nothing.
 * @throws Error where the file is missing or wrong to begin with
 */
export function secretInFile<Value>(
  file: string,
  parse: (text: string) => Value,
  log: Pick<Log, 'info' | 'error'>,
): Secret<Value> {
  const read = () => readFileSync(file, 'utf8').trim()
  let text = read()
  let value = parse(text)
  let lookedAt = performance.now()
  let isMissing = false

  const look = () => {
    try {
      const now = read()
      isMissing = false
      if (now === text) return
      text = now
      value = parse(now)
      log.info({ file }, 'a changed secret is in use')
    } catch (error) {
      if (!isMissing) log.error({ err: error, file }, 'a changed secret cannot be used')
      isMissing = true
    }
  }
  return new Secret(() => {
    if (performance.now() - lookedAt >= LOOK_AGAIN_MS) {
      lookedAt = performance.now()
      look()
    }
    return value
  })
}

/** What is made of a secret, made again only when the secret has changed. */
export function madeOf<Value, Made>(secret: Secret<Value>, make: (value: Value) => Made): () => Made {
  let last: { of: Value; made: Made } | undefined
  return () => {
    const value = secret.current()
    if (last?.of !== value) last = { of: value, made: make(value) }
    return last.made
  }
}
