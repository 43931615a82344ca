import { expect, it } from 'vitest'
import { z } from 'zod'
import { flag, keyring, port, readConfig, rotating, StartupFault } from '../src/index.ts'

const schema = z.object({
  PORT: port.default(80),
  HOST: z.string(),
  FACTOR: z.coerce.number().positive().default(1),
  IS_ON: flag.default(false),
  URL: z.url().optional(),
  SECRET: rotating(keyring),
  KEY: rotating(keyring).optional(),
})

it('reports every invalid, missing or unreadable variable in one line, without its value [H6]', () => {
  const env = {
    PORT: '99999',
    FACTOR: 'much',
    IS_ON: 'perhaps',
    URL: 'nowhere',
    SECRET: 'short-and-secret',
    KEY_FILE: '/nowhere/key',
  }
  expect(() => readConfig(schema, env)).toThrow(StartupFault)
  expect(() => readConfig(schema, env)).toThrow(
    /^KEY_FILE: the file \/nowhere\/key cannot be read \(ENOENT\); PORT: needs a number of at most 65535; HOST: is not set; FACTOR: needs a number; IS_ON: needs one of [^;]+; URL: needs a URL; SECRET: must be at least 32 bytes$/,
  )
})
