import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { checkCancelCutoff, wholeVersion, isOpen, roomExpiry } from '@appointments/appointment'
import { type Caller } from '@appointments/contracts'
import { arbitrary } from '../../test/arbitraries.ts'
import { aRoom, aStored } from '../../test/builders.ts'
import { activate } from './activate.ts'
import { type StoredAppointment } from './appointment.ts'
import { cancel } from './cancel.ts'
import { reschedule } from './reschedule.ts'
import { update } from './update.ts'

const staff: Caller = { roles: ['ROLE_AGENT'], userId: 'agent-7' }
const customer: Caller = {
  roles: ['ROLE_CUSTOMER'],
  customer: {
    via: 'manage',
    appointmentId: 'a-1',
    participantId: 'ada',
    ticketVersion: 1,
    actions: ['RESCHEDULE', 'CANCEL'],
    epoch: 2,
    manageEpoch: 2,
  },
}

type Snapshot = StoredAppointment['appointment']
const changes = {
  activate: (stored: StoredAppointment, now: Date) => activate(stored, 'https://rooms.example/2', now),
  cancel: (stored: StoredAppointment, now: Date) => cancel(stored, {}, staff, now),
  reschedule: (stored: StoredAppointment, now: Date) => reschedule(stored, { start: now }, staff, now),
  update: (stored: StoredAppointment, now: Date) =>
    update(stored, { id: 'a-1', title: now.toISOString() }, now)?.appointment,
} satisfies Record<string, (stored: StoredAppointment, now: Date) => Snapshot | undefined>

describe.each(Object.entries(changes))('%s', (_, change) => {
  it('creates the next version of an open appointment or none, and rejects closed ones', () => {
    fc.assert(
      fc.property(arbitrary.storedAppointments, arbitrary.instants, (stored, now) => {
        const before = structuredClone(stored)
        const isRejected = stored.appointment.state === 'ABORTED' || !isOpen(stored.appointment)
        let after: Snapshot | undefined
        try {
          after = change(stored, now)
        } catch (error) {
          expect(isRejected).toBe(true)
          expect(String(error)).toContain('INVALID_STATE')
        }
        if (after) {
          expect(isRejected).toBe(false)
          expect(after.version).toBe(stored.appointment.version + 1)
          expect(wholeVersion({ ...stored, appointment: after })).toBeGreaterThan(wholeVersion(stored))
          expect(after.epoch).toBeGreaterThanOrEqual(stored.appointment.epoch)
          expect(after.updatedAt).toBe(now.toISOString())
          // a repeated change changes nothing
          expect(change({ ...stored, appointment: after }, now)).toBeUndefined()
        }
        expect(stored).toEqual(before)
      }),
    )
  })
})

describe('reschedule', () => {
  it('keeps the room address, moves its expiry, and replaces the ticket of the calling customer', () => {
    fc.assert(
      fc.property(
        arbitrary.storedAppointments,
        arbitrary.instants,
        arbitrary.durations,
        fc.constantFrom(staff, customer),
        (stored, start, duration, caller) => {
          fc.pre(isOpen(stored.appointment))
          const offering = {
            ...stored,
            application: { ...stored.application, selfBookingDurations: [duration] },
          }
          const moved = reschedule(offering, { start, duration }, caller, new Date('2028-01-01T00:00:00Z'))
          fc.pre(moved !== undefined)
          const { room } = stored.appointment
          expect(moved.room).toEqual(room && { ...room, expires: roomExpiry(moved.end, room.activatedAt) })
          expect(moved.state).toBe(stored.appointment.state)
          // the same start keeps the outcome
          const isSameStart = moved.start === stored.appointment.start
          expect(moved.outcome).toBe(isSameStart ? stored.appointment.outcome : undefined)
          expect(moved.manageVersions).toEqual(caller === customer ? { ada: 2 } : {})
        },
      ),
    )
  })

  it('keeps the tickets of other customers', () => {
    const stored = aStored({ manageVersions: { ada: 4, bob: 7 } })
    const start = new Date('2027-02-01T00:00:00Z')
    expect(reschedule(stored, { start }, customer, start)?.manageVersions).toEqual({ ada: 5, bob: 7 })
    expect(reschedule(stored, { start }, staff, start)?.manageVersions).toEqual({ ada: 4, bob: 7 })
  })
})

describe('activate', () => {
  it('sets a room only once', () => {
    const room = aRoom('2027-01-01T00:00:00.000Z', '2027-01-09T13:30:00.000Z')
    expect(
      activate(aStored({ state: 'ACTIVATED', room }), 'https://other.example', new Date()),
    ).toBeUndefined()
  })
})

describe('cancel', () => {
  it('invalidates tokens and records who cancelled, when and why', () => {
    const now = new Date('2027-01-01T00:00:00Z')
    expect(cancel(aStored({ epoch: 4 }), { reason: 'Ill', reasonCode: null }, customer, now)).toMatchObject({
      state: 'CANCELLED',
      epoch: 5,
      cancellation: { at: '2027-01-01T00:00:00.000Z', by: 'ada', byRole: 'ROLE_CUSTOMER', reason: 'Ill' },
    })
  })
})

describe('checkCancelCutoff', () => {
  const { appointment, application } = aStored()
  const late = new Date('2027-01-09T08:00:00.001Z')
  const withCutoff = { ...application, customerCancelCutoff: 'PT1H' }

  it('rejects customers after the cut-off', () => {
    expect(() =>
      checkCancelCutoff(appointment, withCutoff, customer, new Date('2027-01-09T08:00:00Z')),
    ).not.toThrow()
    expect(() => checkCancelCutoff(appointment, withCutoff, customer, late)).toThrow('CANCEL_CUTOFF_PASSED')
  })

  it('accepts staff at any time, and customers if there is no cut-off', () => {
    expect(() => checkCancelCutoff(appointment, withCutoff, staff, late)).not.toThrow()
    expect(() => checkCancelCutoff(appointment, application, customer, late)).not.toThrow()
  })
})
