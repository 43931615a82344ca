import { StartupFault } from './startup-fault.ts'

/** A command of a program, with its arguments. */
interface GivenCommand {
  command: string
  args: readonly string[]
}

/**
 * Reads the command from the arguments of a program; the default is `serve`.
 * @throws StartupFault that lists the known commands
 */
export function commandOf(
  known: readonly string[],
  [command = 'serve', ...args]: readonly string[] = process.argv.slice(2),
): GivenCommand {
  if (known.includes(command)) return { command, args }
  throw new StartupFault(`unknown command "${command}": the commands are ${known.join(', ')}`)
}
