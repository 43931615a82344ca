import { expect, it } from 'vitest'
import { readConfig } from '@appointments/runtime'
import { config } from '../src/index.ts'

const least = { INTERNAL_SECRET: 'a secret of the tests that is long enough' }
const started = (env: Record<string, string>) => () => readConfig(config, { ...least, ...env })

it('requires the list of senders in production [H8]', () => {
  expect(started({ NODE_ENV: 'production' })).toThrow(/SENDERS: is required when NODE_ENV is production/)
  expect(started({ NODE_ENV: 'production', SENDERS: '*=' })).not.toThrow()
  expect(started({})().SENDERS).toBeUndefined()
  expect(started({ SENDERS: 'acme.example' })).toThrow('SENDERS')
})
