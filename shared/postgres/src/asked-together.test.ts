import { expect, it } from 'vitest'
import { askedTogether, readTogether } from './asked-together.ts'
import type { Sql } from './pool.ts'

/** Rows that change, and the queries for them. */
function table(rows: Record<string, number>) {
  const asked: string[][] = []
  const find = askedTogether((ids) => {
    asked.push(ids)
    return Promise.resolve(ids.flatMap((id) => (rows[id] === undefined ? [] : [{ id, version: rows[id] }])))
  })
  return { rows, asked, find }
}

it('sends one query for all requests of the same moment', async () => {
  const { asked, find } = table({ a: 1, b: 2 })
  expect(await Promise.all([find('a'), find('b'), find('a'), find('c')])).toEqual([
    { id: 'a', version: 1 },
    { id: 'b', version: 2 },
    { id: 'a', version: 1 },
    undefined,
  ])
  expect(asked).toEqual([['a', 'b', 'c']])
})

it('never returns data that was read before the request', async () => {
  const { rows, asked, find } = table({ a: 1 })
  const before = find('a')
  await before
  rows.a = 2
  expect(await find('a')).toEqual({ id: 'a', version: 2 })
  expect(asked).toHaveLength(2)
})

it('rejects all requests of a failed query, and continues', async () => {
  let isBroken = true
  const find = askedTogether((ids) =>
    isBroken ? Promise.reject(new Error('broken')) : Promise.resolve(ids.map((id) => ({ id }))),
  )
  expect(await Promise.allSettled([find('a'), find('b')])).toMatchObject([
    { status: 'rejected' },
    { status: 'rejected' },
  ])
  isBroken = false
  expect(await find('a')).toEqual({ id: 'a' })
})

it('asks each database about its own requests only', async () => {
  const asked: [object, string[]][] = []
  const find = readTogether((sql: Sql, ids) => {
    asked.push([sql, ids])
    return Promise.resolve(ids.map((id) => ({ id })))
  })
  const [one, other] = [{} as Sql, {} as Sql]
  await Promise.all([find(one, 'a'), find(other, 'b'), find(one, 'c')])
  expect(asked).toEqual([
    [one, ['a', 'c']],
    [other, ['b']],
  ])
  expect(asked[0]?.[0]).toBe(one)
})
