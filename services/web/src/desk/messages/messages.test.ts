import { expect, it } from 'vitest'
import { searchIn } from './messages.ts'

const search = (query: string) => searchIn(new URLSearchParams(query), 'bank', 'UTC', Date.now())

it('searches all messages with the chosen status', () => {
  expect(search('view=ALL&status=DELIVERED')).toMatchObject({ view: 'ALL', status: ['DELIVERED'] })
})

it('ignores the status in a search for customers who were not reached', () => {
  const found = search('status=DELIVERED&channel=SMS')
  expect(found).toMatchObject({ view: 'UNREACHED', channel: ['SMS'] })
  expect(found.status).toBeUndefined()
})
