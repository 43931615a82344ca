import { describe, expect, it } from 'vitest'
import { Problem, unconfigured, type Application } from '@appointments/contracts'
import { aFullRequest } from '../../test/builders.ts'
import { checkSelfBooking } from './self-booking.ts'
import type { ScheduleAppointment } from './schedule-command.ts'

const request = aFullRequest(30)
const command: ScheduleAppointment = {
  ...request,
  caller: { roles: [], verifiedContact: { channel: 'EMAIL', to: 'ada-30@example.com' } },
  customers: request.customers!,
  pointerTo: (place) => `/customers/${place}`,
}

/** JSON pointers to the rejected fields of a booking. */
function rejectedIn(booking: ScheduleAppointment, selfBookingFields: Application['selfBookingFields'] = []) {
  try {
    checkSelfBooking(booking, { ...unconfigured('app-1'), selfBookingFields })
    return []
  } catch (error) {
    expect(error).toBeInstanceOf(Problem)
    const { errors = [] } = (error as Problem).details
    for (const fault of errors)
      expect(fault).toMatchObject({
        code: 'FIELD_NOT_ALLOWED',
        message: 'must not be set by a customer who books with a one-time password',
      })
    return errors.map(({ pointer }) => pointer)
  }
}

describe('a customer who books with a one-time password [H1.4]', () => {
  it('can set its own details and the fields that the application allows', () => {
    const never = ['/place', '/override']
    const settable = ['/notificationHeaders', '/interaction/routing', '/targetAssignment', '/metadata']
    expect(rejectedIn(command)).toEqual([...settable, ...never])
    expect(rejectedIn(command, ['notificationHeaders', 'routing', 'targetAssignment', 'metadata'])).toEqual(
      never,
    )
    expect(rejectedIn(command, ['routing', 'metadata'])).toEqual([settable[0], settable[2], ...never])
  })

  it('cannot set a field that has no rule', () => {
    const { applicationId, start, duration, customers, caller, pointerTo } = command
    const plain = { applicationId, start, duration, customers, caller, pointerTo }
    expect(rejectedIn(plain)).toEqual([])
    const withNewFields = { ...plain, later: 'x', interaction: { customFields: { a: 'b' }, later: 'x' } }
    expect(rejectedIn(withNewFields)).toEqual(['/later', '/interaction/later'])
  })
})
