import { expect, it } from 'vitest'
import { createComputations } from './computations.ts'

it('runs eight large computations at once, and any number of small ones', async () => {
  let rejections = 0
  const computations = createComputations({ onRejected: () => (rejections += 1) })
  let release: () => void = () => undefined
  const released = new Promise<void>((resolve) => (release = resolve))
  const large = Array.from({ length: 8 }, () => computations.run(1001, () => released))
  const rejected = computations.run(1001, () => Promise.resolve('never'))
  await expect(rejected).rejects.toMatchObject({
    code: 'UNAVAILABLE',
    isCounted: true,
    details: { retryAfter: 1, isPartial: true },
  })
  expect(await computations.run(1000, () => Promise.resolve('small'))).toBe('small')
  release()
  await Promise.all(large)
  expect(await computations.run(1001, () => Promise.resolve('later'))).toBe('later')
  expect(rejections).toBe(1)
})
