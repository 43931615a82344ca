import { randomUUID } from 'node:crypto'
import { connect } from 'amqplib'
import { withDatabase } from '../servers/with-database.ts'
import type { Stage } from '../stage/stage.ts'
import { owners } from '../../src/service-names.ts'
import { armRepeatedly } from './arm-repeatedly.ts'
import type { Fault, FaultGroup } from './fault.ts'

const EXCHANGE = 'appointments.events'

interface Raw {
  type: string
  content: Buffer
  id?: string
  key?: string
}

/** Publishes messages that no service would. */
async function send({ rabbitmq }: Stage, messages: readonly Raw[]): Promise<void> {
  const connection = await connect(rabbitmq.url)
  const channel = await connection.createConfirmChannel()
  for (const { type, content, id = randomUUID(), key = 'faults' } of messages)
    channel.publish(EXCHANGE, type, content, {
      persistent: true,
      messageId: id,
      type,
      headers: { 'messaging-key': key },
    })
  await channel.waitForConfirms()
  await connection.close()
}

const json = (value: unknown) => Buffer.from(JSON.stringify(value))
const event = (data: unknown) => ({
  specversion: '1.0',
  id: randomUUID(),
  source: '/services/appointments',
  type: 'APRescheduledEvent',
  subject: 'faults',
  time: new Date().toISOString(),
  datacontenttype: 'application/json',
  data,
})

const poison = (name: string, does: string, content: () => Buffer, isShort?: true) => ({
  name,
  does,
  lastsMs: 2000,
  ...(isShort && { isShort }),
  apply: (stage: Stage) =>
    send(
      stage,
      Array.from({ length: 20 }, () => ({ type: 'APRescheduledEvent', content: content() })),
    ),
})

/** Events still in the outbox, newest first. */
async function recentEvents({ databases }: Stage): Promise<{ type: string; subject: string; id: string }[]> {
  const { rows } = await withDatabase(databases.appointments, (client) =>
    client.query<{ event: { type: string; subject: string; id: string } }>(
      'SELECT event FROM outbox ORDER BY created_at DESC LIMIT 100',
    ),
  )
  return rows.map((row) => row.event)
}

/** Makes services fail on a delivered message, so that its redelivery follows messages published later. */
const overtaking: Fault = {
  name: 'overtaking messages',
  does: 'Makes each service fail on events again and again, so that later events overtake them.',
  lastsMs: 0,
  apply: async (stage) => {
    await Promise.all(
      owners.map((service) =>
        armRepeatedly(stage, { service, point: 'consume.before', times: Infinity, lastsMs: 4000 }, () => ({
          does: 'throw',
          skip: 2,
        })),
      ),
    )
  },
}

export const messageFaults: FaultGroup = {
  kind: 'messages',
  faults: [
    {
      name: 'duplicate messages',
      does: 'Publishes every recent event three times more.',
      lastsMs: 2000,
      async apply(stage) {
        const again = (await recentEvents(stage)).map((one) => ({
          type: one.type,
          id: one.id,
          key: one.subject,
          content: json(one),
        }))
        await send(stage, [...again, ...again, ...again])
      },
    },
    {
      name: 'reorder messages',
      does: 'Publishes recent events again, newest first, each with a key of its own, so that no queue keeps their order.',
      lastsMs: 2000,
      async apply(stage) {
        const recent = await recentEvents(stage)
        await send(
          stage,
          recent.map((one) => ({ type: one.type, id: one.id, key: randomUUID(), content: json(one) })),
        )
      },
    },
    overtaking,
    poison(
      'poison: no JSON',
      'Publishes messages that are not JSON.',
      () => Buffer.from('{"specversion":'),
      true,
    ),
    poison('poison: unknown version', 'Publishes events of an unknown version.', () =>
      json({ ...event({}), specversion: '9.9' }),
    ),
    poison('poison: wrong types', 'Publishes events whose fields have other types.', () =>
      json(event({ appointment: 7, actor: [], previous: 'yesterday' })),
    ),
    poison('poison: 1 MB', 'Publishes events of a megabyte that fit no schema.', () =>
      json(event({ appointment: 'x'.repeat(1024 * 1024) })),
    ),
  ],
}
