import { expect, it } from 'vitest'
import type { Call } from './call.ts'
import { createDeskApi } from './desk-api.ts'

it('reads the members of a team from all pages of the directory', async () => {
  const asked: string[] = []
  const call = ((path: string) => {
    asked.push(path)
    const page = new URLSearchParams(path.split('?')[1]).get('pageNumber')
    return Promise.resolve({ content: [{ id: `first-of-${page}` }, { id: `last-of-${page}` }], pageCount: 3 })
  }) as Call
  expect(await createDeskApi(call).teamAgents('north')).toEqual(
    ['1', '2', '3'].flatMap((page) => [`first-of-${page}`, `last-of-${page}`]),
  )
  expect(asked).toHaveLength(3)
  expect(new Set(asked.map((path) => new URLSearchParams(path.split('?')[1]).get('teamId')))).toEqual(
    new Set(['north']),
  )
})
