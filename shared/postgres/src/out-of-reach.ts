import pg from 'pg'

const MESSAGES = ['Query read timeout', 'timeout exceeded when trying to connect', 'Connection terminated']
const SYSTEM_CODES = ['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT']
// connection exceptions, insufficient resources, operator intervention; conflicts and waits that were cut short
const SQL_STATES = /^(08|53|57|40001$|40P01$|55P03$)/

/** Whether a statement failed because of the state of the database and not because of its content. */
export function isOutOfReach(error: unknown): boolean {
  if (error instanceof pg.DatabaseError) return SQL_STATES.test(error.code ?? '')
  if (!(error instanceof Error)) return false
  const { code } = error as NodeJS.ErrnoException
  return SYSTEM_CODES.includes(code ?? '') || MESSAGES.some((message) => error.message.startsWith(message))
}
