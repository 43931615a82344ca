import { afterEach, expect, it, vi } from 'vitest'
import { printFault, StartupFault } from '../src/startup-fault.ts'

afterEach(() => vi.restoreAllMocks())

/** The text that a fault prints to standard error. */
function printed(error: unknown): string {
  const write = vi.spyOn(process.stderr, 'write').mockReturnValue(true)
  printFault('gateway', error)
  return write.mock.calls.map(([text]) => String(text)).join('')
}

it.each<[string, unknown, string]>([
  [
    'a known fault',
    new StartupFault('PORT 80 is in use;\n  set PORT to a free port'),
    'gateway: PORT 80 is in use; set PORT to a free port\n',
  ],
  [
    'an unexpected error with an address',
    new TypeError('cannot use amqp://u:hidden@broker:5672/x\nor postgres://v:hidden@db:5432/y'),
    'gateway: unexpected error: TypeError: cannot use amqp://[redacted]@broker:5672/x or postgres://[redacted]@db:5432/y\n',
  ],
  [
    'the errors of several addresses of one name',
    new AggregateError([new Error('connect ::1'), new Error('connect redis://:hidden@127.0.0.1')]),
    'gateway: unexpected error: Error: connect ::1; Error: connect redis://[redacted]@127.0.0.1\n',
  ],
  [
    'a value that is not an error',
    'rediss://:hidden@cache',
    'gateway: unexpected error: rediss://[redacted]@cache\n',
  ],
])('%s is one line without credentials [H6]', (_kind, error, line) => {
  expect(printed(error)).toBe(line)
})
