import { beforeEach, expect, it, onTestFinished, vi } from 'vitest'
import { addressOf, askBeforeLeaving, followAddress, go, mayLeave, place, setQuery } from './place.ts'

const ORIGIN = 'https://desk.example'
const confirm = vi.fn<() => boolean>()
const listeners = new Map<string, (event: Event) => void>()
let address = new URL(ORIGIN)
const show = (next: string) => {
  address = new URL(next, address)
  vi.stubGlobal('location', address)
}

beforeEach(() => {
  vi.stubGlobal('document', { addEventListener: () => undefined, documentElement: { dataset: {} } })
  vi.stubGlobal('addEventListener', (type: string, listener: (event: Event) => void) =>
    listeners.set(type, listener),
  )
  vi.stubGlobal('removeEventListener', (type: string) => listeners.delete(type))
  vi.stubGlobal('scrollTo', () => undefined)
  vi.stubGlobal('confirm', confirm.mockReset())
  const push = (_state: unknown, _title: string, next: string) => show(next)
  vi.stubGlobal('history', { pushState: push, replaceState: push })
  show('/desk/settings')
  followAddress()
  onTestFinished(() => void vi.unstubAllGlobals())
})

it('asks before input is lost, by a link and by going back, and stays if the person wants to', () => {
  const stop = askBeforeLeaving(() => true)
  onTestFinished(stop)
  confirm.mockReturnValue(false)
  go('/desk')
  show('/desk/week')
  listeners.get('popstate')?.({} as Event)
  expect([address.pathname, place.value.view]).toEqual(['/desk/settings', 'settings'])
  expect(confirm).toHaveBeenCalledTimes(2)
  confirm.mockReturnValue(true)
  go('/desk')
  expect([address.pathname, place.value.view]).toEqual(['/desk', 'today'])
})

it('asks once, and also before the page is closed', () => {
  onTestFinished(askBeforeLeaving(() => true))
  const preventDefault = vi.fn<() => void>()
  const close = () => listeners.get('beforeunload')?.({ preventDefault } as unknown as Event)
  close()
  expect(preventDefault).toHaveBeenCalledTimes(1)
  confirm.mockReturnValue(true)
  expect(mayLeave()).toBe(true)
  close()
  expect(preventDefault).toHaveBeenCalledTimes(1)
})

it('asks nothing without input, for the same address, or after the form is closed', () => {
  let hasInput = false
  const stop = askBeforeLeaving(() => hasInput)
  go('/desk/week')
  hasInput = true
  go('/desk/week')
  stop()
  go('/desk/settings')
  expect(confirm).not.toHaveBeenCalled()
  expect(place.value.view).toBe('settings')
})

it('keeps the chosen language and the application in every address, and an address may replace both', () => {
  go('/desk?lang=de&application=bank')
  expect(addressOf('week', undefined, { day: '1' })).toBe('/desk/week?lang=de&application=bank&day=1')
  expect(addressOf('list', undefined, { application: 'shop' })).toBe('/desk/list?lang=de&application=shop')
  setQuery({ view: 'all' })
  expect(address.search).toBe('?lang=de&application=bank&view=all')
})

it('reads search words as they were written, and those of a damaged link as they are', () => {
  for (const words of ['Ada & Bo+', '50 %', 'a=b']) {
    go(addressOf('list', undefined, {}, words))
    expect(place.value.words).toBe(words)
  }
  go('/desk/list#q=50%')
  expect(place.value.words).toBe('50%')
})
