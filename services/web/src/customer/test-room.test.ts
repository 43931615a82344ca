import { beforeEach, expect, it, onTestFinished, vi } from 'vitest'
import { openRoom, pageBeforeRoom } from './test-room.ts'

const ROOM = 'https://a.example/rooms/1/r'
const assign = vi.fn<(address: string) => void>()

beforeEach(() => {
  assign.mockClear()
  vi.stubGlobal('document', { documentElement: { dataset: { root: '' } } })
  onTestFinished(() => void vi.unstubAllGlobals())
})
const visit = (pathname: string) =>
  vi.stubGlobal('location', { origin: 'https://a.example', pathname, search: '?lang=de', assign })

it.each(['/join/t', '/manage/t'])('the test room knows the page that led to it: %s', (page) => {
  const stored = new Map<string, string>()
  vi.stubGlobal('sessionStorage', {
    setItem: (key: string, value: string) => stored.set(key, value),
    getItem: (key: string) => stored.get(key) ?? null,
  })
  visit(page)
  openRoom(ROOM)
  expect(assign.mock.calls).toEqual([[ROOM]])
  visit('/rooms/1/r')
  expect(pageBeforeRoom()).toBe(`${page}?lang=de`)
  visit('/rooms/2/r')
  expect(pageBeforeRoom()).toBeUndefined()
})

it('opens the test room even if the browser stores nothing', () => {
  const blocked = () => {
    throw new DOMException('blocked', 'SecurityError')
  }
  vi.stubGlobal('sessionStorage', { setItem: blocked, getItem: blocked })
  visit('/join/t')
  openRoom(ROOM)
  expect(assign.mock.calls).toEqual([[ROOM]])
  expect(pageBeforeRoom()).toBeUndefined()
})
