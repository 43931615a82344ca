import { expect, it } from 'vitest'
import { readConfig } from '@appointments/runtime'
import { config } from '../src/index.ts'

const least = {
  INTERNAL_SECRET: 'a secret of the tests that is long enough',
  DATA_SECRET: 'another secret of the tests, for what is stored',
}
const SENDERS = '*='
const started = (env: Record<string, string>) => () => readConfig(config, { ...least, ...env })

it.each(['DEV_VIEWER', 'WEBHOOK_ALLOW_PRIVATE'])('rejects %s in production [H8]', (name) => {
  expect(started({ SENDERS, NODE_ENV: 'production', [name]: 'true' })).toThrow(
    `${name}: must be off when NODE_ENV is production`,
  )
  expect(started({ SENDERS, NODE_ENV: 'production', [name]: 'false' })).not.toThrow()
  expect(started({ [name]: 'true' })).not.toThrow()
})

it('requires the list of senders in production, and reports every other fault with it [H8]', () => {
  const missing = /SENDERS: is required when NODE_ENV is production/
  expect(started({ NODE_ENV: 'production' })).toThrow(missing)
  expect(started({ NODE_ENV: 'production', DATA_SECRET: 'short' })).toThrow(missing)
  expect(started({ NODE_ENV: 'production', DATA_SECRET: 'short' })).toThrow('DATA_SECRET')
  expect(started({ NODE_ENV: 'production', SENDERS })).not.toThrow()
  expect(started({})().SENDERS).toBeUndefined()
})
