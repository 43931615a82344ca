import { createServer } from 'node:net'
import { withoutPersonalText } from './redaction.ts'

/**
 * A fault in the environment of a program that prevents its start. The message is one line for the operator: it names
 * the variable at fault and the correction.
 */
export class StartupFault extends Error {
  override name = 'StartupFault'
}

/** A child process of a program has ended with status 1, after it printed the reason to standard error. */
export class ChildFault extends Error {
  override name = 'ChildFault'
}

/**
 * Prints in one line why a program cannot start. Removes credentials and contact data, because an unexpected error may
 * quote the address that it failed for.
 */
export function printFault(program: string, error: unknown): void {
  if (error instanceof ChildFault) return
  const text =
    error instanceof StartupFault ? error.message : `unexpected error: ${withoutPersonalText(textOf(error))}`
  process.stderr.write(`${program}: ${text.trim().replace(/\s+/g, ' ')}\n`)
}

/** The text of an error; an error for several addresses contains one message for each. */
const textOf = (error: unknown): string => {
  if (error instanceof AggregateError && error.message === '') return error.errors.map(textOf).join('; ')
  return error instanceof Error ? `${error.name}: ${error.message}` : String(error)
}

/** The address for a server to listen on, and the variable that holds its port. */
export interface ListenAddress {
  port: number
  host: string
  variable: string
}

/** An error of `listen` as a fault that names the variable to change; any other error is returned unchanged. */
export function listenFault(error: Error, { port, host, variable }: ListenAddress): Error {
  const { code } = error as NodeJS.ErrnoException
  if (code === 'EADDRINUSE')
    return new StartupFault(`${variable} ${port} is in use; set ${variable} to a free port`, { cause: error })
  if (code === 'EACCES')
    return new StartupFault(
      `${variable} ${port} needs privileges that this user lacks; set ${variable} to 1024 or above`,
      { cause: error },
    )
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND' || code === 'EAI_AGAIN')
    return new StartupFault(
      `HOST ${host} is not an address of this machine; set HOST to one that is, or to 0.0.0.0 for all`,
      { cause: error },
    )
  return error
}

/**
 * Checks that a port is free, before anything else is started.
 * @throws StartupFault that names the variable
 */
export async function requireFreePort(address: ListenAddress): Promise<void> {
  const server = createServer()
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error) => reject(listenFault(error, address)))
    server.listen(address.port, address.host, () => server.close(() => resolve()))
  })
}

/**
 * A failure to connect to a database as a fault that names the variable with its address. User and password of the
 * address are left out.
 */
export function databaseFault(variable: string, url: string, error: unknown): StartupFault {
  if (!URL.canParse(url))
    return new StartupFault(`${variable}: needs a URL such as postgres://user@host:5432/name`)
  const { host, pathname } = new URL(url)
  const { code, message } = error as NodeJS.ErrnoException
  // a host name with several addresses fails with an error that has a code and no message
  const reason = message || code || String(error)
  return new StartupFault(`${variable}: cannot connect to the database at ${host}${pathname}: ${reason}`, {
    cause: error,
  })
}
