import { describe, expect, it } from 'vitest'
import { basicScheduleRequest, unconfigured, type ScheduleRequest } from '@appointments/contracts'
import { aFullRequest } from '../../test/builders.ts'
import { schedule } from './schedule.ts'

/**
 * Fields that take effect before the appointment is made: the use case looks up the objects that they name, or checks
 * who may set them.
 */
const APPLIED_BEFORE: (keyof ScheduleRequest)[] = [
  'applicationId',
  'holdId',
  'serviceTypeId',
  'place',
  'answers',
  'preferredAgentId',
  'followsAppointmentId',
  'override',
]

const now = new Date()
const scheduled = (request: ScheduleRequest) =>
  schedule(
    {
      ...request,
      caller: { roles: ['ROLE_SUPERVISOR'] },
      customers: request.customers ?? [],
      pointerTo: () => '',
    },
    { id: 'a-1', newId: () => 'c-1', application: unconfigured('app-1'), now, check: () => {} },
  )

describe('a request to schedule', () => {
  const fields = Object.keys(basicScheduleRequest.shape) as (keyof ScheduleRequest)[]

  it.each(fields.filter((field) => !APPLIED_BEFORE.includes(field)))('does not lose its %s', (field) => {
    const [request, other] = [aFullRequest(1), aFullRequest(2)]
    expect(scheduled({ ...request, [field]: other[field] })).not.toEqual(scheduled(request))
  })
})
