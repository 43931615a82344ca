import { pino, type Logger } from 'pino'

export type Log = Pick<Logger, 'info' | 'warn' | 'error' | 'debug'>

// Contact data, tokens and links never reach a log, wherever in an object they stand. One-time codes are `otp`
// where they are named at all: `code` is what errors are known by.
const PERSONAL = [
  'email',
  'phone',
  'primaryEmail',
  'primaryPhone',
  'to',
  'otp',
  'token',
  'secret',
  'authorization',
  'body',
  'url',
]

/** Structured JSON log of a service on standard output. `LOG_LEVEL` sets the level. */
export function createLog(service: string, level = process.env.LOG_LEVEL ?? 'info'): Log {
  return pino({
    level,
    base: { service },
    timestamp: pino.stdTimeFunctions.isoTime,
    redact: { paths: PERSONAL.flatMap((key) => [key, `*.${key}`, `*.*.${key}`]), censor: '[redacted]' },
  })
}

export const silentLog: Log = pino({ level: 'silent' })
