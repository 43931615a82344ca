/** The connection was rejected or broke, the name cannot be resolved, or the machine is gone. */
const SYSTEM_CODES = [
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
]
/** Errors of `pg` without a code. */
const MESSAGES = [
  'Query read timeout',
  'timeout exceeded when trying to connect',
  'Connection terminated',
  'Client has encountered a connection error',
]
// connection exceptions, insufficient resources, operator intervention; a server that accepts no writes; conflicts and
// waits that were cut short
const SQL_STATES = /^(08...|53...|57...|25006|40001|40P01|55P03)$/

/** Whether work failed because a database or a peer cannot be reached or cannot do it now, and not because of its content. */
export function isOutOfReach(error: unknown): boolean {
  const { code, message } = (error ?? {}) as { code?: unknown; message?: unknown }
  if (typeof code === 'string' && (SYSTEM_CODES.includes(code) || SQL_STATES.test(code))) return true
  return MESSAGES.some((beginning) => String(message).startsWith(beginning))
}
