import { expect, it } from 'vitest'
import { Problem } from '@appointments/contracts'
import { silentMetrics } from '@appointments/telemetry'
import { Overloaded } from '../proxy/upstream-failure.ts'
import { createOpenStreams } from './open-streams.ts'

/** Streams at a replica with room for sixteen, each of another caller unless the test names one. */
function aReplica() {
  const streams = createOpenStreams({ metrics: silentMetrics, most: 16 })
  let callers = 0
  const open = (organization: string, caller = `caller-${++callers}`) =>
    streams.enter({ organization, caller })
  const openMany = (organization: string, count: number) =>
    Array.from({ length: count }, () => open(organization))
  return { open, openMany }
}

it('are limited for one organization while others have room left', () => {
  const { open, openMany } = aReplica()
  const ofLarge = openMany('large', 12)
  expect(() => open('large')).toThrow(Overloaded)
  openMany('small', 2)
  expect(() => open('large')).toThrow(Overloaded)
  openMany('other', 2)
  expect(() => open('another')).toThrow(Overloaded)
  // fewer than half of the streams are left
  for (const leave of ofLarge.splice(0, 9)) leave()
  openMany('small', 5)
  expect(open('large')).toBeTypeOf('function')
})

it('may all belong to one organization while a quarter is free', () => {
  const { open, openMany } = aReplica()
  const [leave] = openMany('only', 12)
  expect(() => open('only')).toThrow(Overloaded)
  leave!()
  expect(open('only')).toBeTypeOf('function')
})

it('fill a replica if no organization has half of them', () => {
  const { open, openMany } = aReplica()
  for (const organization of ['a', 'b', 'c', 'd']) openMany(organization, 4)
  expect(() => open('e')).toThrow(Overloaded)
})

it('are limited to ten for one caller, who counts as another caller in each organization', () => {
  const streams = createOpenStreams({ metrics: silentMetrics })
  const enter = (organization: string) => streams.enter({ organization, caller: 'agent-7' })
  for (let count = 0; count < 10; count += 1) enter('org-1')
  expect(() => enter('org-1')).toThrow(Problem)
  expect(enter('org-2')).toBeTypeOf('function')
})
