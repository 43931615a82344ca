import { setTimeout as pause } from 'node:timers/promises'
import { connect } from 'amqplib'
import { services, type Owner } from '../../src/service-names.ts'
import type { LinkName } from '../stage/link-names.ts'
import type { Stage } from '../stage/stage.ts'
import type { FaultGroup } from './fault.ts'

const toBroker = ({ links }: Stage) => services.map((service) => links[`${service}→rabbitmq` as LinkName])

/**
 * Long enough for messages to pile up in a queue: responses wait for a halted subscriber twice before they stop
 * waiting, and the messages that its consumer has prefetched are not in the queue.
 */
const UNTIL_MESSAGES_PILE_UP_MS = 8000

/** Changes the broker itself, as an operator could. */
async function withBroker(
  { rabbitmq }: Stage,
  work: (
    channel: Awaited<ReturnType<Awaited<ReturnType<typeof connect>>['createChannel']>>,
  ) => Promise<unknown>,
): Promise<void> {
  const connection = await connect(rabbitmq.url)
  connection.on('error', () => undefined)
  const channel = await connection.createChannel()
  channel.on('error', () => undefined)
  await work(channel)
  await connection.close()
}

export const brokerFaults: FaultGroup = {
  kind: 'broker',
  faults: [
    {
      name: 'stop broker',
      does: 'Stops RabbitMQ cleanly for a few seconds.',
      apply: ({ rabbitmq }) => rabbitmq.stop(),
    },
    {
      name: 'kill broker',
      does: 'Kills RabbitMQ and restarts it a few seconds later.',
      apply: ({ rabbitmq }) => rabbitmq.kill(),
    },
    {
      name: 'long broker outage',
      does: 'Stops RabbitMQ for a minute, longer than a claimed slot waits for its event.',
      lastsMs: 60_000,
      apply: ({ rabbitmq }) => rabbitmq.stop(),
    },
    {
      name: 'pause broker',
      does: 'Suspends RabbitMQ for ten seconds, longer than two heartbeats.',
      lastsMs: 10_000,
      apply: ({ rabbitmq }) => rabbitmq.pause(),
    },
    {
      name: 'wipe broker',
      does: 'Kills RabbitMQ and loses everything it stored, including messages that were not consumed yet.',
      lastsMs: 1000,
      isShort: true,
      async apply({ rabbitmq, services: supervised }) {
        supervised.pause('notifications')
        supervised.pause('participants')
        await pause(UNTIL_MESSAGES_PILE_UP_MS)
        await rabbitmq.wipe()
        supervised.resume('notifications')
        supervised.resume('participants')
      },
    },
    {
      name: 'kill broker twice',
      does: 'Kills RabbitMQ again while the services reconnect.',
      async apply({ rabbitmq }) {
        await rabbitmq.kill()
        await rabbitmq.start()
        await pause(300)
        await rabbitmq.kill()
      },
    },
    {
      name: 'reset broker connections',
      does: 'Resets every connection to RabbitMQ, five times.',
      async apply(stage) {
        for (let count = 0; count < 5; count += 1) {
          for (const link of toBroker(stage)) link.cut()
          await pause(400)
        }
      },
    },
    {
      name: 'black hole to broker',
      does: 'Silently drops all traffic between services and RabbitMQ for 12 s.',
      lastsMs: 12_000,
      apply(stage) {
        for (const link of toBroker(stage)) link.blackHole()
      },
    },
    {
      name: 'slow broker',
      does: 'Delays traffic between services and RabbitMQ by 30 to 110 ms each way; all services run, so responses settle.',
      lastsMs: 5000,
      isCalm: true,
      apply(stage) {
        // the broker confirms to nearby publishers before distant subscribers have received anything
        for (const [service, ms] of Object.entries({
          participants: 30,
          notifications: 70,
          appointments: 110,
        }))
          stage.links[`${service as Owner}→rabbitmq`].delay(ms)
      },
    },
  ],
}

export const queueFaults: FaultGroup = {
  kind: 'queues',
  faults: [
    {
      name: 'delete queues',
      does: 'Deletes the queues of participants and notifications with all messages that were not consumed yet.',
      lastsMs: 2000,
      async apply(stage) {
        stage.services.pause('notifications')
        stage.services.pause('participants')
        await pause(UNTIL_MESSAGES_PILE_UP_MS)
        await withBroker(stage, async (channel) => {
          for (const queue of ['notifications', 'participants']) await channel.deleteQueue(queue)
        })
        stage.services.resume('notifications')
        stage.services.resume('participants')
      },
    },
    {
      name: 'delete queues of stopped services',
      does: 'Deletes the queues of participants and notifications while neither runs, so that events reach no queue.',
      lastsMs: 4000,
      async apply(stage) {
        for (const service of ['notifications', 'participants'] as const) await stage.services.stop(service)
        await withBroker(stage, async (channel) => {
          for (const queue of ['notifications', 'participants']) await channel.deleteQueue(queue)
        })
      },
    },
    {
      name: 'declare queue differently',
      does: 'Deletes a queue and declares it with other arguments and without its bindings.',
      lastsMs: 3000,
      apply: (stage) =>
        withBroker(stage, async (channel) => {
          await channel.deleteQueue('notifications')
          await channel.assertQueue('notifications', {
            durable: true,
            arguments: { 'x-queue-type': 'classic' },
          })
        }),
      // an operator deletes the queue; until then services use the existing one despite its other arguments
      heal: (stage) => withBroker(stage, (channel) => channel.deleteQueue('notifications')),
    },
    {
      name: 'unbind queue',
      does: 'Removes the bindings of a queue, so that events are not routed to it.',
      lastsMs: 3000,
      apply: (stage) =>
        withBroker(stage, async (channel) => {
          for (const type of ['APScheduledEvent', 'APRescheduledEvent', 'APUpdatedEvent'])
            await channel.unbindQueue('participants', 'appointments.events', type)
        }),
    },
  ],
}
