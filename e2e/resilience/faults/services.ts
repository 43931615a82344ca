import { setTimeout as pause } from 'node:timers/promises'
import type { ServiceName } from '@appointments/contracts'
import { owners, services, type Owner } from '../../src/service-names.ts'
import { WITHOUT_KEY } from '../load/book.ts'
import { armRepeatedly } from './arm-repeatedly.ts'
import type { Fault, FaultGroup } from './fault.ts'

/** The fault ends after this time even if clients have sent too few bookings. */
const LOSING_LIMIT_MS = 30_000

const paused = (service: ServiceName, lastsMs: number, name = `pause ${service}`): Fault => ({
  name,
  does: `Suspends ${service} for ${lastsMs / 1000} s; it then continues as if nothing had happened.`,
  lastsMs,
  apply: ({ services: supervised }) => supervised.pause(service),
})

const slow = (owner: Owner): Fault => ({
  name: `slow ${owner}`,
  does: `Delays traffic between gateway and ${owner} by 400 ms each way.`,
  lastsMs: 5000,
  apply({ links }) {
    links[`gateway→${owner}`].delay(400)
  },
})

const unreachable = (owner: Owner): Fault => ({
  name: `black hole to ${owner}`,
  does: `Silently drops all traffic between gateway and ${owner} for 9 s.`,
  lastsMs: 9000,
  apply({ links }) {
    links[`gateway→${owner}`].blackHole()
  },
})

const FOREIGN = [
  'HTTP/1.1 502 Bad Gateway',
  'Server: nginx/1.25',
  'Content-Type: text/html',
  'Connection: close',
  'Content-Length: 51',
  '',
  '<html>upstream 10.0.0.7:8081 is gone (nginx)</html>',
].join('\r\n')

const LATE_MS = 2000

/** Bookings and holds are decided over this link; reads of free times do not use it. */
const decisions: Fault[] = [
  {
    name: 'slow decisions',
    does: `Delays traffic between appointments and availability by ${LATE_MS / 1000} s each way, longer than appointments waits for a decision.`,
    lastsMs: 5000,
    apply({ links }) {
      links['appointments→availability'].delay(LATE_MS)
    },
  },
  {
    name: 'black hole to decisions',
    does: 'Silently drops all traffic between appointments and availability for 9 s.',
    lastsMs: 9000,
    apply({ links }) {
      links['appointments→availability'].blackHole()
    },
  },
  {
    name: 'foreign 502 for decisions',
    does: 'Responds to requests of appointments to availability with 502 and an HTML page.',
    lastsMs: 4000,
    apply({ links }) {
      links['appointments→availability'].respondWith(FOREIGN)
    },
  },
]

const foreign = (owner: Owner): Fault => ({
  name: `foreign 502 for ${owner}`,
  does: `Responds to requests of the gateway to ${owner} with 502 and an HTML page, as an intermediary would.`,
  apply({ links }) {
    links[`gateway→${owner}`].respondWith(FOREIGN)
  },
})

const failing = (owner: Owner): Fault => ({
  name: `500 of ${owner}`,
  does: `Makes responses and commits of ${owner} fail for 4 s, so that it returns 500.`,
  ...(owner === 'appointments' && { isShort: true }),
  lastsMs: 0,
  apply: async (stage) => {
    await Promise.all(
      (['commit.before', 'response.before', 'consume.before'] as const).map((point) =>
        armRepeatedly(stage, { service: owner, point, times: Infinity, lastsMs: 4000 }, () => ({
          does: 'throw',
        })),
      ),
    )
  },
})

const skewed = (minutes: number, service: ServiceName): Fault => ({
  name: `clock of ${service} ${minutes > 0 ? '+' : '−'}${Math.abs(minutes)} min`,
  does: `Sets the clock of ${service} ${Math.abs(minutes)} minutes ${minutes > 0 ? 'forward' : 'back'} for 4 s.`,
  lastsMs: 4000,
  async apply({ services: supervised }) {
    const preload = new URL('skewed-clock.mjs', import.meta.url).href
    supervised.change(service, {
      NODE_OPTIONS: `--import=${preload}`,
      CLOCK_OFFSET_MS: String(minutes * 60_000),
    })
    await supervised.kill(service)
    await supervised.start(service)
    // only after the start, during which the service calls another one: that would reject tokens signed with this clock
    supervised.signal(service, 'SIGUSR2')
  },
  async heal({ services: supervised }) {
    supervised.change(service)
    await supervised.kill(service)
  },
})

export const clockFaults: FaultGroup = {
  kind: 'clocks',
  faults: services.flatMap((service) => [skewed(10, service), skewed(-10, service)]),
}

export const serviceFaults: FaultGroup = {
  kind: 'slow and paused services',
  faults: [
    paused('appointments', 6000),
    paused('participants', 6000),
    paused('notifications', 6000),
    paused('availability', 6000),
    paused('gateway', 4000),
    paused('participants', 60_000, 'pause participants for a minute'),
    paused('notifications', 60_000, 'pause notifications for a minute'),
    ...owners.map(slow),
    ...owners.map(unreachable),
    ...owners.map(failing),
    ...decisions,
    foreign('appointments'),
    {
      name: 'lose responses to bookings',
      does: 'Forwards ten bookings to appointments, then two without a key, and resets the connection instead of returning the response.',
      lastsMs: 1000,
      async apply({ links }) {
        const link = links['gateway→appointments']
        let isLate = false
        const loseAll = async () => {
          await link.loseResponseTo('"customers"', 10)
          if (!isLate) await link.loseResponseTo(WITHOUT_KEY, 2)
        }
        await Promise.race([loseAll(), pause(LOSING_LIMIT_MS)])
        isLate = true
      },
    },
    {
      name: 'cut connections between services',
      does: 'Resets the connections between gateway and services, and between services, ten times.',
      async apply({ links }) {
        for (let count = 0; count < 10; count += 1) {
          for (const owner of owners) links[`gateway→${owner}`].cut()
          links['participants→appointments'].cut()
          links['appointments→availability'].cut()
          await pause(250)
        }
      },
    },
  ],
}

export const rollingFaults: FaultGroup = {
  kind: 'rolling restart and rotation',
  faults: [
    {
      name: 'rolling restart',
      does: 'Stops every service gracefully and starts it again, one after another, under load.',
      isShort: true,
      lastsMs: 500,
      async apply({ services: supervised }) {
        for (const service of services) {
          await supervised.stop(service)
          await supervised.start(service)
        }
      },
    },
    {
      name: 'rotate token secret',
      does: 'Adds a new secret for tokens beside the old one, signs with it, and then removes the old one.',
      lastsMs: 500,
      async apply({ tokenSecret }) {
        const before = tokenSecret.current()
        const next = `${before.slice(0, 20)}-and-another-secret-of-32-bytes`
        tokenSecret.accept(before, next)
        await pause(2500)
        tokenSecret.rotate(next, before)
        await pause(2500)
        tokenSecret.rotate(next)
      },
    },
    {
      name: 'rotate internal secret',
      does: 'Replaces the secret between gateway and services, one service after another.',
      lastsMs: 500,
      async apply({ internalSecret }) {
        const before = internalSecret.current()
        const next = `${before.slice(0, 20)}-and-another-secret-of-32-bytes`
        for (const service of owners) internalSecret.write(service, before, next)
        await pause(2500)
        internalSecret.write('gateway', next, before)
        await pause(2500)
        for (const service of services) internalSecret.write(service, next)
      },
    },
  ],
}
