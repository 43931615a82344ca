import type { Variant } from './variant.ts'

// the outbox resends events that the broker lost, which would hide the missing guarantee
const NOTHING_IS_SENT_AGAIN = {
  file: 'shared/outbox/src/outbox-resending.ts',
  replace: 'if (subscribers.length === 0) return false',
  by: 'if (subscribers.length >= 0) return false',
}

/** Services that are broken on purpose, to prove that the harness notices. */
export const variants: readonly Variant[] = [
  {
    name: 'acknowledge before commit',
    lacks: 'Deliveries are acknowledged, and the owner notified, before they are applied.',
    patches: [
      {
        file: 'shared/broker/src/rabbitmq/consumer.ts',
        replace: 'await handle({ message, attempt: item.attempt })',
        by: 'acknowledge(item); await handle({ message, attempt: item.attempt })',
      },
      NOTHING_IS_SENT_AGAIN,
    ],
    caughtBy: {
      fault: 'kill participants at commit.before',
      rule: 'every event is applied in every service',
    },
  },
  {
    name: 'resend nothing',
    lacks: 'An event that the broker confirmed counts as applied.',
    patches: [NOTHING_IS_SENT_AGAIN],
    caughtBy: { fault: 'wipe broker', rule: 'every event is applied in every service' },
  },
  {
    name: 'publish without mandatory',
    lacks: 'Messages are not mandatory, so those without a queue are dropped.',
    patches: [
      {
        file: 'shared/broker/src/rabbitmq/publisher.ts',
        replace: 'mandatory: true, correlationId',
        by: 'mandatory: false, correlationId',
      },
      NOTHING_IS_SENT_AGAIN,
    ],
    caughtBy: {
      fault: 'delete queues of stopped services',
      rule: 'every event is applied in every service',
    },
  },
  {
    name: 'no sweeper',
    lacks: 'Events that a crash left in the outbox stay there.',
    patches: [
      {
        file: 'shared/outbox/src/outbox.ts',
        replace: 'if (!broker.isUp()) return false\n      const now = clock.now()',
        by: 'if (pool) return false\n      const now = clock.now()',
      },
    ],
    caughtBy: { fault: 'kill appointments at commit.after', rule: 'the system recovers within 30 s' },
  },
  {
    name: 'keys in Redis only',
    lacks: 'The owner does not store the key with the change.',
    patches: [
      {
        file: 'shared/idempotency/src/idempotency.ts',
        replace: 'if (!request || request.isStored) return (await transaction(work, locks)) as Keyed<Result>',
        by: 'if (pool) return (await transaction(work, locks)) as Keyed<Result>\n        if (!request) return (await transaction(work, locks)) as Keyed<Result>',
      },
    ],
    caughtBy: {
      fault: 'kill appointments at commit.after',
      rule: 'there is one resource for each idempotency key',
    },
  },
  {
    name: 'event outside the transaction',
    lacks: 'The event of a change is stored in a transaction of its own.',
    patches: [
      {
        file: 'shared/outbox/src/outbox.ts',
        replace: 'tx.write(\n        `INSERT INTO outbox',
        by: 'const later = (...insert: [string, unknown[]]) => tx.whenStored(() => void pool.query(...insert))\n      later(\n        `INSERT INTO outbox',
      },
    ],
    caughtBy: { fault: 'kill appointments at commit.after', rule: 'there is one event for each change' },
  },
  {
    name: 'no version fence',
    lacks: 'An older roster replaces a newer one.',
    patches: [
      {
        file: 'services/appointments/src/domain/presence.ts',
        replace: 'const newest = roster.version > stored.roster.version ? roster : stored.roster',
        by: 'const newest = roster',
      },
      {
        file: 'services/appointments/src/use-cases/take-roster.ts',
        replace: 'const isOld = roster.version <= stored.roster.version',
        by: 'const isOld = roster.version < 0',
      },
    ],
    caughtBy: { fault: 'overtaking messages', rule: 'projections equal their owner' },
  },
  {
    name: 'claims end by time',
    lacks: 'A claimed slot is free after 30 s, whether or not the assignment was stored.',
    patches: [
      {
        file: 'services/appointments/src/use-cases/settle-slots.ts',
        replace: 'if (before && roster && roster.version > before.roster.version)',
        by: 'if (before && roster && roster.version < 0)',
      },
    ],
    caughtBy: { fault: 'long broker outage', rule: 'no agent has two open appointments at once' },
  },
  {
    name: 'no settled responses',
    lacks: 'Writes return before the subscribers have applied them.',
    patches: [
      {
        file: 'shared/outbox/src/outbox.ts',
        replace: 'return settled\n',
        by: 'return void settled\n',
      },
    ],
    caughtBy: { fault: 'slow broker', rule: 'every response is correct and on time', shows: 'settled read' },
  },
  {
    name: 'no renewal of leases',
    lacks: 'An attempt that takes longer than its lease counts as abandoned.',
    patches: [
      {
        file: 'services/notifications/src/dispatch/leases.ts',
        replace: 'if (held.size > 0) await',
        by: 'if (held.size < 0) await',
      },
    ],
    caughtBy: { fault: 'sending takes long', rule: 'no attempt to send is abandoned while its sender runs' },
  },
  {
    name: 'no sweeper of leases',
    lacks: 'Messages that an ended sender had leased stay leased.',
    patches: [
      {
        file: 'services/notifications/src/use-cases/send/recover-abandoned.ts',
        replace: 'for (const claimed of abandoned) {',
        by: 'for (const claimed of abandoned.slice(abandoned.length)) {',
      },
    ],
    caughtBy: {
      fault: 'kill notifications at send.before',
      rule: 'nothing stays leased or queued past its limit',
    },
  },
  {
    name: 'foreign errors are forwarded',
    lacks: 'The gateway forwards a failed response unchanged.',
    patches: [
      {
        file: 'services/gateway/src/proxy/forward.ts',
        replace: '  requireOwnProblem(response)\n',
        by: '  void requireOwnProblem\n',
      },
    ],
    caughtBy: {
      fault: 'foreign 502 for appointments',
      rule: 'every response is correct and on time',
      shows: 'leak',
    },
  },
  {
    name: 'no deadline',
    lacks: 'The gateway waits for a service without a limit.',
    patches: [
      {
        file: 'services/gateway/src/proxy/exchange.ts',
        replace: "    signal.addEventListener('abort', abort)\n",
        by: '',
      },
    ],
    caughtBy: {
      fault: 'black hole to appointments',
      rule: 'every response is correct and on time',
      shows: 'deadline',
    },
  },
  {
    name: 'keys shared by all callers',
    lacks: 'A key is shared by all callers.',
    patches: [
      {
        file: 'shared/idempotency/src/keyed-request.ts',
        replace: 'hash({ key, operation, who, participant: customer?.participantId })',
        by: 'hash({ key, operation, who: typeof who, participant: customer?.participantId })',
      },
    ],
    caughtBy: { fault: 'nothing', rule: 'every response is correct and on time', shows: 'shared key' },
  },
  {
    name: 'no filter by organization',
    lacks: 'Staff can access appointments of every organization.',
    patches: [
      {
        file: 'shared/appointment/src/access.ts',
        replace: 'if (!isWithinOrganization(caller, whole)) return false',
        by: "if (whole.appointment.organizationId === '') return false",
      },
    ],
    caughtBy: { fault: 'nothing', rule: 'every response is correct and on time', shows: 'foreign access' },
  },
  {
    name: 'retry writes without a key',
    lacks: 'The gateway retries writes without a key.',
    patches: [
      {
        file: 'services/gateway/src/operations/proxied-operation.ts',
        replace: 'const repeatable = isRead || idempotencyKey !== undefined',
        by: 'const repeatable = isRead || request.method !== idempotencyKey',
      },
    ],
    caughtBy: { fault: 'lose responses to bookings', rule: 'there is one resource for each idempotency key' },
  },
  {
    name: 'not received yet is not found',
    lacks: 'A service that was away reports a booking that it has not received yet as not found.',
    patches: [
      {
        file: 'services/gateway/src/operations/proxied-operation.ts',
        replace: 'if (status === 404 && appointmentId !== undefined &&',
        by: "if (status === 404 && appointmentId === '' &&",
      },
    ],
    caughtBy: {
      fault: 'black hole to broker',
      rule: 'every response is correct and on time',
      shows: 'own write',
    },
  },
]
