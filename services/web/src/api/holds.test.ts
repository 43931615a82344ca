import { expect, it, onTestFinished, vi } from 'vitest'
import { createHolds } from './holds.ts'

const start = Date.now() + 86_400_000

it('repeats a hold with the same key if it got no response, because it may block the time', async () => {
  const keys: (string | null)[] = []
  vi.stubGlobal('document', { documentElement: { dataset: { root: '' } } })
  vi.stubGlobal('fetch', (_: string, { headers }: RequestInit) => {
    keys.push(new Headers(headers).get('idempotency-key'))
    const end = new Date(start).toISOString()
    return keys.length === 1
      ? Promise.reject(new TypeError('no connection'))
      : Promise.resolve(Response.json({ id: 'hold_1', expiresAt: end, extendableUntil: end }))
  })
  onTestFinished(() => void vi.unstubAllGlobals())
  const holds = createHolds({ applicationId: 'bank', serviceTypeId: 'advice', duration: 'PT30M' })
  await expect(holds.hold(start)).rejects.toMatchObject({ status: 0 })
  await holds.hold(start)
  await holds.hold(start)
  expect(keys[1]).toBe(keys[0])
  expect(keys[2]).not.toBe(keys[1])
})
