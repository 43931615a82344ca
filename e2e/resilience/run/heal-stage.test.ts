import { expect, it, vi } from 'vitest'
import type { Stage } from '../stage/stage.ts'
import { killsUnderLoad, processKills } from '../faults/process-kills.ts'
import { healStage, withoutEffect } from './run-fault.ts'

it('clears the planned failures of every provider', async () => {
  const providers = { receiver: vi.fn(), smtp: vi.fn(), twilio: vi.fn() }
  const server = { resume: () => undefined, start: () => Promise.resolve() }
  const stage = {
    points: { disarm: () => undefined },
    links: {},
    services: server,
    postgres: server,
    rabbitmq: server,
    redis: server,
    ...Object.fromEntries(Object.entries(providers).map(([name, forgetPlans]) => [name, { forgetPlans }])),
  } as unknown as Stage
  await healStage(stage)
  for (const forgetPlans of Object.values(providers)) expect(forgetPlans).toHaveBeenCalledOnce()
})

it.each([...processKills.faults, killsUnderLoad])('"$name" fails if it killed no process', (fault) => {
  expect(withoutEffect(fault, 0)).toMatchObject([{ rule: 'every fault happens' }])
  expect(withoutEffect(fault, 1)).toEqual([])
})
