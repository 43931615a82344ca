import { StartupFault } from './startup-fault.ts'

const commands = ['serve', 'migrate'] as const

/** What the program of a service is asked to do: to serve, or only to bring its database up to date. */
export type Command = (typeof commands)[number]

/**
 * Reads the command from the arguments of a program; without one it serves.
 * @throws StartupFault that names the commands there are
 */
export function commandOf([given = 'serve']: readonly string[] = process.argv.slice(2)): Command {
  const command = commands.find((one) => one === given)
  if (!command) throw new StartupFault(`unknown command "${given}": there are ${commands.join(' and ')}`)
  return command
}
