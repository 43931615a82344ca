import { expect, it } from 'vitest'
import { commandOf } from '../src/command.ts'
import { StartupFault } from '../src/startup-fault.ts'

const known = ['serve', 'migrate', 'dead-letters']

it('is the first argument, followed by its own arguments', () => {
  expect(commandOf(known, ['dead-letters', 'list'])).toEqual({ command: 'dead-letters', args: ['list'] })
  expect(commandOf(known, ['migrate'])).toEqual({ command: 'migrate', args: [] })
})

it('is to serve if there are no arguments', () => {
  expect(commandOf(known, [])).toEqual({ command: 'serve', args: [] })
})

it.each(['migrat', 'constructor', ''])('is not "%s", and the fault lists the commands', (given) => {
  const unknown = () => commandOf(known, [given])
  expect(unknown).toThrow(StartupFault)
  expect(unknown).toThrow(`unknown command "${given}": the commands are serve, migrate, dead-letters`)
})
