import { signal } from '@preact/signals'
import { beforeEach, expect, it, onTestFinished, vi } from 'vitest'
import { ApiError } from '../api/send.ts'
import type { DeskApi } from './api/desk-api.ts'
import type { Desk } from './desk.ts'
import { createList } from './list/list.ts'
import { createMessages } from './messages/messages.ts'
import { go } from './place.ts'

let address = new URL('https://desk.example')
const show = (next: string) => {
  address = new URL(next, address)
  vi.stubGlobal('location', address)
}
/** The API rejects a cursor that was created for another period or another team. */
const invalid = () => Promise.reject(new ApiError(400, 'CURSOR_INVALID'))
const search = vi.fn<(search: { cursor?: string }) => Promise<{ content: { id: string }[] }>>()

beforeEach(() => {
  vi.stubGlobal('document', { documentElement: { dataset: {} } })
  vi.stubGlobal('history', { replaceState: (_state: unknown, _title: string, next: string) => show(next) })
  show('/desk')
  search.mockReset().mockImplementation(({ cursor }) => {
    return cursor === 'old' ? invalid() : Promise.resolve({ content: [{ id: cursor ?? 'first' }] })
  })
  onTestFinished(() => void vi.unstubAllGlobals())
})

const desk = {
  api: { search, messages: search, teamAgents: () => Promise.resolve(['anna']) } as unknown as DeskApi,
  application: signal({ id: 'bank' }),
  zone: () => 'UTC',
} as unknown as Desk

const lists = [
  ['appointments', () => createList(desk, () => false).rows],
  ['messages', () => createMessages(desk).list],
] as const

it.each(lists)(
  '%s show the first page if the cursor of the address is no longer valid',
  async (view, create) => {
    go(`/desk/${view}?team=north&days=30&after=old`, true)
    const list = create()
    await list.load()
    expect(list.known.value).toMatchObject({ value: { content: [{ id: 'first' }] }, isLoading: false })
    expect(list.known.value.error).toBeUndefined()
    expect(address.search).toBe('?team=north&days=30')
  },
)

it.each(lists)('%s show the page of a valid cursor', async (view, create) => {
  go(`/desk/${view}?after=next`, true)
  const list = create()
  await list.load()
  expect(list.known.value.value?.content).toMatchObject([{ id: 'next' }])
  expect(address.search).toBe('?after=next')
})

it.each(lists)('%s read the first page once, even if that fails, too', async (view, create) => {
  search.mockImplementation(invalid)
  for (const [query, reads] of [
    ['?after=old', 2],
    ['', 1],
  ] as const) {
    search.mockClear()
    go(`/desk/${view}${query}`, true)
    const list = create()
    await list.load()
    expect(list.known.value.error).toBeInstanceOf(ApiError)
    expect(search).toHaveBeenCalledTimes(reads)
  }
})

it.each(lists)('%s stay on their page after any other error', async (view, create) => {
  search.mockImplementation(() => Promise.reject(new ApiError(503, 'UNAVAILABLE')))
  go(`/desk/${view}?after=next`, true)
  const list = create()
  await list.load()
  expect(list.known.value.error).toMatchObject({ status: 503 })
  expect(address.search).toBe('?after=next')
  expect(search).toHaveBeenCalledTimes(1)
})

it.each(lists)('%s leave the address alone if the person has gone to another view', async (view, create) => {
  go(`/desk/${view}?after=old`, true)
  const loading = create().load()
  go('/desk/team?after=2', true)
  await loading
  expect([address.pathname, address.search]).toEqual(['/desk/team', '?after=2'])
})
