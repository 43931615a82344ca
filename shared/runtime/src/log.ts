import { pino, type DestinationStream, type Logger } from 'pino'
import { contextIds } from './context.ts'
import { withoutPersonal, withoutPersonalText } from './redaction.ts'

export type Log = Pick<Logger, 'info' | 'warn' | 'error' | 'debug'>

export const logLevels = ['debug', 'info', 'warn', 'error', 'silent'] as const

/**
 * Structured JSON log of a service on standard output. Each line carries the ids of its request and trace. Contact data,
 * codes, tokens and links are removed: fields are recognised by their names, free text by its shape.
 */
export function createLog(
  service: string,
  level = 'info',
  destination: DestinationStream = pino.destination({ fd: 1, sync: true }),
): Log & { level: string } {
  return pino(
    {
      level,
      base: { service },
      timestamp: pino.stdTimeFunctions.isoTime,
      mixin: contextIds,
      // the formatter writes errors, because pino's serializer would include all their fields
      serializers: { err: (error: unknown) => error },
      formatters: { log: (fields) => withoutPersonal(fields) as Record<string, unknown> },
      hooks: { streamWrite: withoutPersonalText },
    },
    destination,
  )
}

export const silentLog: Log = pino({ level: 'silent' })
