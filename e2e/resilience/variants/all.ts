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
    lacks: 'Deliveries are acknowledged, and the owner told so, before they are applied.',
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
    name: 'send nothing again',
    lacks: 'An event that the broker confirmed counts as applied.',
    patches: [NOTHING_IS_SENT_AGAIN],
    caughtBy: { fault: 'wipe broker', rule: 'every event is applied in every service' },
  },
  {
    name: 'publish without asking for a way',
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
      fault: 'delete queues of those who are away',
      rule: 'every event is applied in every service',
    },
  },
  {
    name: 'no sweeper',
    lacks: 'What a crash left in the outbox stays there.',
    patches: [
      {
        file: 'shared/outbox/src/outbox.ts',
        replace: 'if (!broker.isUp()) return false\n      const now = clock.now()',
        by: 'if (pool) return false\n      const now = clock.now()',
      },
    ],
    caughtBy: { fault: 'kill appointments at commit.after', rule: 'all is well 30 s later' },
  },
  {
    name: 'keys in Redis only',
    lacks: 'The owner does not store the key with the change.',
    patches: [
      {
        file: 'shared/idempotency/src/idempotency.ts',
        replace: 'if (!request || request.isStored) return (await transaction(work)) as Keyed<Result>',
        by: 'if (pool) return (await transaction(work)) as Keyed<Result>\n        if (!request) return (await transaction(work)) as Keyed<Result>',
      },
    ],
    caughtBy: {
      fault: 'kill appointments at commit.after',
      rule: 'there is one resource for each idempotency key',
    },
  },
  {
    name: 'event outside the transaction',
    lacks: 'The event of a change is stored by itself.',
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
    name: 'no fence of versions',
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
    caughtBy: { fault: 'broker away for long', rule: 'no agent has two open appointments at once' },
  },
  {
    name: 'no settled answer',
    lacks: 'Writes are answered before the subscribers have applied them.',
    patches: [
      {
        file: 'shared/outbox/src/outbox.ts',
        replace: '          await settled\n',
        by: '          void settled\n',
      },
    ],
    caughtBy: { fault: 'slow broker', rule: 'no answer shows what it must not', shows: 'settled read' },
  },
  {
    name: 'no renewal of leases',
    lacks: 'A sending that takes longer than its lease is taken for abandoned.',
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
    lacks: 'What a sender that ended had in hand stays with it.',
    patches: [
      {
        file: 'services/notifications/src/use-cases/send/recover-abandoned.ts',
        replace: 'for (const claimed of abandoned) {',
        by: 'for (const claimed of abandoned.slice(abandoned.length)) {',
      },
    ],
    caughtBy: {
      fault: 'kill notifications at send.before',
      rule: 'nothing is leased or waits past its limit',
    },
  },
  {
    name: 'foreign failures pass',
    lacks: 'The gateway shows a failure as it gets it.',
    patches: [
      {
        file: 'services/gateway/src/proxy/forward.ts',
        replace: '  requireOwnProblem(response)\n',
        by: '  void requireOwnProblem\n',
      },
    ],
    caughtBy: {
      fault: 'foreign 502 for appointments',
      rule: 'no answer shows what it must not',
      shows: 'leak',
    },
  },
  {
    name: 'no deadline',
    lacks: 'The gateway waits for a service for as long as that takes.',
    patches: [
      {
        file: 'services/gateway/src/proxy/exchange.ts',
        replace: "    signal.addEventListener('abort', abort)\n",
        by: '',
      },
    ],
    caughtBy: {
      fault: 'black hole to appointments',
      rule: 'no answer shows what it must not',
      shows: 'deadline',
    },
  },
  {
    name: 'keys of nobody',
    lacks: 'A key counts whoever sends it.',
    patches: [
      {
        file: 'shared/idempotency/src/keyed-request.ts',
        replace: 'hash({ key, operation, who, participant: customer?.participantId })',
        by: 'hash({ key, operation, who: typeof who, participant: customer?.participantId })',
      },
    ],
    caughtBy: { fault: 'nothing', rule: 'no answer shows what it must not', shows: 'shared key' },
  },
  {
    name: 'no filter by organization',
    lacks: 'Staff reaches appointments of every organization.',
    patches: [
      {
        file: 'shared/appointment/src/access.ts',
        replace:
          'if (caller.organizationId !== undefined && caller.organizationId !== organizationId) return false',
        by: "if (organizationId === '') return false",
      },
    ],
    caughtBy: { fault: 'nothing', rule: 'no answer shows what it must not', shows: 'foreign access' },
  },
  {
    name: 'repeat whatever fails',
    lacks: 'The gateway sends writes without a key a second time.',
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
    name: 'unheard of is unknown',
    lacks: 'A service that was away says of a booking it has not heard of that there is none.',
    patches: [
      {
        file: 'services/gateway/src/operations/proxied-operation.ts',
        replace: 'if (status === 404 && appointmentId !== undefined &&',
        by: "if (status === 404 && appointmentId === '' &&",
      },
    ],
    caughtBy: { fault: 'black hole to broker', rule: 'no answer shows what it must not', shows: 'own write' },
  },
]
