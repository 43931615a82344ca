/** The log that an adapter needs; a pino logger fits. Adapters never log bodies or header values. */
export interface BrokerLog {
  info: (fields: object, message: string) => void
  warn: (fields: object, message: string) => void
  error: (fields: object, message: string) => void
}

/** A log that discards everything. */
export const silentLog: BrokerLog = { info: () => {}, warn: () => {}, error: () => {} }
