import { readFileSync } from 'node:fs'
import { performance } from 'node:perf_hooks'
import type { Log } from './log.ts'

/** Pause between reads; a mounted secret takes about a minute to reach a pod, so a second does not matter. */
const READ_AGAIN_MS = 1000

/** A secret that may change while the service runs. Callers read it for each use and never keep it. */
export class Secret<Value = string> {
  readonly current: () => Value
  constructor(current: () => Value) {
    this.current = current
  }
}

/** A secret with a fixed value, or the argument itself if it already is a secret. */
export const asSecret = <Value>(given: Value | Secret<Value>): Secret<Value> =>
  given instanceof Secret ? given : new Secret(() => given)

/**
 * A secret in a file, which is read again on use, at most once per second. If the file becomes unreadable or invalid,
 * that is logged once and the last valid value stays in use, so that a faulty rotation causes no outage.
 * @throws Error if the file is missing or invalid at first
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
    if (performance.now() - lookedAt >= READ_AGAIN_MS) {
      lookedAt = performance.now()
      look()
    }
    return value
  })
}

/** A value derived from a secret, derived again only after the secret has changed. */
export function madeOf<Value, Made>(secret: Secret<Value>, make: (value: Value) => Made): () => Made {
  let last: { of: Value; made: Made } | undefined
  return () => {
    const value = secret.current()
    if (last?.of !== value) last = { of: value, made: make(value) }
    return last.made
  }
}
