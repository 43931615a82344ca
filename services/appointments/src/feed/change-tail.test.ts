import { expect, it } from 'vitest'
import { createChangeTail, type Listener } from './change-tail.ts'
import type { FedPage } from './named-changes.ts'

const page = (position: number): FedPage => ({
  changes: [],
  nameOf: () => undefined,
  position,
  hasMore: false,
})

/** A tail whose reads the test resolves, and the positions after which it has read. */
function aTail() {
  const reads: { after: number; resolve: (page: FedPage) => void }[] = []
  const tail = createChangeTail({
    newest: () => Promise.resolve(10),
    readAfter: (after) => new Promise((resolve) => void reads.push({ after, resolve })),
  })
  return { tail, reads }
}

const collecting = (into: number[]): Listener => ({
  onPage: ({ position }) => void into.push(position),
  onError(error) {
    throw error
  },
})

it('reads nothing once its last listener has left, even if that was during a read', async () => {
  const { tail, reads } = aTail()
  const listener = collecting([])
  await tail.listen(listener)
  const reading = tail.read()
  tail.leave(listener)
  reads[0]?.resolve(page(11))
  expect(await reading).toBe(false)
  expect(await tail.read()).toBe(false)
  expect(reads.map(({ after }) => after)).toEqual([10])
})

it('starts at the newest change for a listener that joins while a read for an earlier one is pending', async () => {
  const { tail, reads } = aTail()
  const former = collecting([])
  await tail.listen(former)
  const reading = tail.read()
  tail.leave(former)
  const got: number[] = []
  expect(await tail.listen(collecting(got))).toBe(10)
  reads[0]?.resolve(page(12))
  await reading
  void tail.read()
  expect({ got, next: reads[1]?.after }).toEqual({ got: [12], next: 12 })
})

it('passes a page to all other listeners if one fails', async () => {
  const { tail, reads } = aTail()
  const failures: unknown[] = []
  const got: number[] = []
  await tail.listen({
    onPage() {
      throw new Error('cannot present it')
    },
    onError: (error) => void failures.push(error),
  })
  await tail.listen(collecting(got))
  const reading = tail.read()
  reads[0]?.resolve(page(11))
  await reading
  expect({ got, failures }).toEqual({ got: [11], failures: [new Error('cannot present it')] })
})
