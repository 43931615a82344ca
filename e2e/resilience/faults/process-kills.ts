import { setTimeout as pause } from 'node:timers/promises'
import type { FailPoint } from '@appointments/runtime'
import type { ServiceName } from '@appointments/contracts'
import { services } from '../../src/service-names.ts'
import { armRepeatedly } from './arm-repeatedly.ts'
import type { Fault, FaultGroup } from './fault.ts'

const POINTS: [ServiceName, FailPoint, string, true?][] = [
  ['appointments', 'commit.before', 'before it commits a change'],
  ['appointments', 'commit.after', 'after it commits a change and before it responds', true],
  ['appointments', 'publish.before', 'before it publishes an event'],
  ['appointments', 'publish.after', 'after the broker confirms an event and before that is recorded'],
  ['appointments', 'response.before', 'before it responds'],
  ['participants', 'commit.before', 'before it commits the effects of an event'],
  ['participants', 'commit.after', 'after it commits the effects of an event and before it acknowledges it'],
  ['participants', 'consume.before', 'when it has received an event'],
  ['participants', 'consume.after', 'when it has applied an event'],
  ['availability', 'commit.before', 'before it commits the effects of an event'],
  ['availability', 'consume.after', 'when it has applied an event'],
  ['notifications', 'commit.before', 'before it commits the effects of an event'],
  ['notifications', 'consume.after', 'when it has applied an event'],
  ['notifications', 'send.before', 'before it hands a message to the provider'],
  ['notifications', 'send.after', 'after the provider accepts a message and before that is recorded', true],
  ['gateway', 'forward.before', 'before it forwards a request'],
  ['gateway', 'forward.after', 'after a service responds and before the client gets the response'],
]

const atPoint = ([service, point, when, isShort]: (typeof POINTS)[number]): Fault => ({
  name: `kill ${service} at ${point}`,
  does: `Kills ${service} ${when}, three times.`,
  ...(isShort && { isShort }),
  mustKill: true,
  lastsMs: 0,
  apply: (stage, chance) =>
    armRepeatedly(stage, { service, point, times: 3, lastsMs: 5000 }, () => ({
      does: 'kill',
      skip: chance.below(4),
    })),
})

const atAnyTime = (service: ServiceName): Fault => ({
  name: `kill ${service}`,
  does: `Kills ${service} at a random moment, three times.`,
  mustKill: true,
  lastsMs: 1000,
  async apply({ services: supervised }, chance) {
    for (let count = 0; count < 3; count += 1) {
      await supervised.kill(service)
      await supervised.start(service)
      await pause(200 + chance.below(600))
    }
  },
})

const LASTING_MS = 120_000

/**
 * Repeated by long runs until they have killed enough; not part of the matrix. A process that has just started is slow,
 * so more frequent kills would leave the clients few accepted writes.
 */
export const killsUnderLoad: Fault = {
  name: 'kill one service after another',
  does: 'Kills a service about every 15 seconds, for two minutes.',
  mustKill: true,
  lastsMs: 0,
  async apply({ services: supervised }, chance) {
    const end = performance.now() + LASTING_MS
    while (performance.now() < end) {
      const service = chance.oneOf(services)
      await supervised.kill(service)
      await supervised.start(service)
      await pause(10_000 + chance.below(6000))
    }
  },
}

export const processKills: FaultGroup = {
  kind: 'process kills',
  faults: [
    ...services.map(atAnyTime),
    ...POINTS.map(atPoint),
    {
      name: 'kill all services',
      does: 'Kills every service at the same moment.',
      mustKill: true,
      lastsMs: 500,
      apply: async ({ services: supervised }) => {
        await Promise.all(services.map((service) => supervised.kill(service)))
      },
    },
  ],
}
