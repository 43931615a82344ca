import { topology, type OneOffMessage } from '@appointments/contracts'
import { createInProcessBroker, Unconfirmed, type Message } from '@appointments/broker'
import { silentLog, type Clock } from '@appointments/runtime'
import { readGatewayConfig } from '../../src/config.ts'
import { createInProcessKeyValue } from '../../src/key-value/in-process.ts'
import type { KeyValue } from '../../src/key-value/key-value.ts'
import { createGateway, type GatewayOverrides } from '../../src/service.ts'
import { INTERNAL_SECRET, JWT_SECRET } from './secrets.ts'
import { send, type SendOptions } from './send.ts'
import { startStubService, type Arrival, type StubResponse } from './stub-service.ts'

/** A clock that advances only when the test calls `pass`. */
export function createTestClock(start = Date.now()): Clock & { pass: (ms: number) => void } {
  let at = start
  return { now: () => new Date(at), pass: (ms) => (at += ms) }
}

interface TestGatewayOptions extends Pick<GatewayOverrides, 'log'> {
  env?: Record<string, string>
  keyValue?: KeyValue
  copiesKeyValue?: KeyValue
  /** The response to a read of the origins that applications allow. */
  allowedOrigins?: (arrival: Arrival) => StubResponse
}

/** The real gateway with stub services and a broker that records the published messages. */
export async function startTestGateway({
  env = {},
  keyValue,
  copiesKeyValue,
  log = silentLog,
  allowedOrigins = () => ({ body: { applications: [] } }),
}: TestGatewayOptions = {}) {
  const clock = createTestClock()
  const [appointments, participants, notifications, availability] = await Promise.all([
    startStubService({ '/internal/applications/origins': allowedOrigins }),
    startStubService(),
    startStubService(),
    startStubService(),
  ])
  const services = { appointments, participants, notifications, availability }
  const broker = await createInProcessBroker({ topology })
  const published: Message[] = []
  const brokerSwitch = { isUp: true }
  const store = keyValue ?? createInProcessKeyValue(clock)
  const gateway = await createGateway(
    readGatewayConfig({
      PORT: '0',
      INTERNAL_SECRET,
      JWT_SECRET,
      APPOINTMENTS_URL: appointments.url,
      PARTICIPANTS_URL: participants.url,
      NOTIFICATIONS_URL: notifications.url,
      AVAILABILITY_URL: availability.url,
      RATE_LIMIT_FACTOR: '1000',
      ...env,
    }),
    {
      clock,
      log,
      keyValue: store,
      ...(copiesKeyValue && { copiesKeyValue }),
      connectBroker: () =>
        Promise.resolve({
          ...broker,
          publish: async (message) => {
            if (!brokerSwitch.isUp) throw new Unconfirmed('The broker is unavailable')
            published.push(message)
            await broker.publish(message)
          },
        }),
    },
  )
  return {
    ...services,
    url: gateway.url,
    clock,
    keyValue: store,
    published,
    brokerSwitch,
    call: (path: string, options?: SendOptions) => send(gateway.url + path, options),
    /** The code of the most recent password. */
    lastCode: () => (published.at(-1)!.body as OneOffMessage).code,
    arrivals: () => Object.values(services).flatMap(({ arrivals }) => arrivals),
    reset: () => {
      for (const service of Object.values(services)) service.reset()
      published.length = 0
      brokerSwitch.isUp = true
    },
    stop: async () => {
      await gateway.stop()
      await Promise.all(Object.values(services).map((service) => service.stop()))
    },
  }
}
export type TestGateway = Awaited<ReturnType<typeof startTestGateway>>
