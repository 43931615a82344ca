import { StartupFault } from './startup-fault.ts'

const commands = ['serve', 'migrate'] as const

/** The command of a service's program: serve, or only migrate the database. */
export type Command = (typeof commands)[number]

/**
 * Reads the command from the arguments of a program; the default is `serve`.
 * @throws StartupFault that lists the known commands
 */
export function commandOf([given = 'serve']: readonly string[] = process.argv.slice(2)): Command {
  const command = commands.find((one) => one === given)
  if (!command)
    throw new StartupFault(`unknown command "${given}": the commands are ${commands.join(' and ')}`)
  return command
}
