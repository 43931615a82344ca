import fc from 'fast-check'
import { roomExpiry } from '@appointments/appointment'
import { appointmentStates, outcomes, presenceStates } from '@appointments/contracts'
import { endOf } from '../src/domain/appointment.ts'
import { aRoom, aStored } from './builders.ts'

const instants = fc.date({
  min: new Date('2026-01-01T00:00:00Z'),
  max: new Date('2029-01-01T00:00:00Z'),
  noInvalidDate: true,
})
const durations = fc.constantFrom('PT0.001S', 'PT1M', 'PT30M', 'P1DT2H', 'P7D')
const participants = fc.array(
  fc.record(
    {
      id: fc.uuid(),
      type: fc.constantFrom('AGENT' as const, 'CUSTOMER' as const),
      state: fc.constantFrom(...presenceStates),
    },
    { requiredKeys: ['id', 'type'] },
  ),
  { maxLength: 5 },
)

/** Appointments in all states, at any time in their life. */
const storedAppointments = fc
  .record({
    start: instants,
    createdAt: instants,
    activatedAt: instants,
    duration: durations,
    state: fc.constantFrom(...appointmentStates),
    outcome: fc.option(fc.constantFrom(...outcomes), { nil: undefined }),
    version: fc.integer({ min: 1, max: 1000 }),
    participants,
    interaction: fc.constantFrom('PENDING' as const, 'ACCEPTED' as const, 'FAILED' as const),
    autoActivate: fc.boolean(),
    bookedToActivate: fc.boolean(),
    noShowGrace: fc.constantFrom('PT0S', 'PT10M', 'P1D'),
    earlyJoin: fc.constantFrom('PT0S', 'PT15M', 'P1D'),
    rejoinGrace: fc.constantFrom('PT0S', 'PT2M', 'P1D'),
    customerJoinedAt: fc.option(instants, { nil: undefined }),
    allLeftAt: fc.option(instants, { nil: undefined }),
  })
  .map((given) => {
    const end = endOf(given.start, given.duration).toISOString()
    const activatedAt = given.activatedAt.toISOString()
    return aStored(
      {
        start: given.start.toISOString(),
        end,
        duration: given.duration,
        state: given.state,
        version: given.version,
        autoActivate: given.bookedToActivate,
        createdAt: given.createdAt.toISOString(),
        ...(given.outcome && { outcome: given.outcome }),
        ...(given.state === 'ACTIVATED' && { room: aRoom(activatedAt, roomExpiry(end, activatedAt)) }),
      },
      {
        application: {
          autoActivate: given.autoActivate,
          noShowGrace: given.noShowGrace,
          earlyJoin: given.earlyJoin,
          rejoinGrace: given.rejoinGrace,
          allowPast: true,
        },
        roster: {
          participants: given.participants,
          interaction: { customFields: {}, properties: {}, state: given.interaction },
        },
        ...(given.customerJoinedAt && { customerJoinedAt: given.customerJoinedAt }),
        ...(given.allLeftAt && { allLeftAt: given.allLeftAt }),
      },
    )
  })

export const arbitrary = { instants, durations, participants, storedAppointments }
