import { expect, it } from 'vitest'
import { problemFor } from '@appointments/http'
import { createLog } from '@appointments/runtime'
import { createLane } from '../src/capacity/lane.ts'
import { createLimit } from '../src/capacity/limit.ts'

const party = { organization: 'org-1', caller: 'busy' }
const { signal } = new AbortController()

it('counts 200 shed requests without logging them [H6]', async () => {
  const lines: string[] = []
  const log = createLog('gateway', 'info', { write: (line: string) => void lines.push(line) })
  let counted = 0
  let now = 0
  const lane = createLane({
    limit: createLimit({ most: 1, now: () => now }),
    deadlineMs: 5000,
    now: () => now,
    watch: { inFlight() {}, waiting() {}, rejected: () => (counted += 1) },
  })
  await lane.enter(party, signal, 'book')
  const arrive = () =>
    void lane.enter(party, signal, 'book').catch((error: unknown) => problemFor(error, log))
  arrive()
  now = 1001
  arrive()
  now = 1600
  for (let count = 0; count < 200; count += 1) arrive()
  await new Promise((resolve) => setImmediate(resolve))
  expect(counted).toBeGreaterThanOrEqual(200)
  expect(lines).toEqual([])
})
