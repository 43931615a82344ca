import type { Caller, v1Operations, v2Operations } from '@appointments/contracts'
import type { z } from 'zod'
import type { ScheduleAppointment } from '../domain/schedule.ts'

/** A v1 request schedules for at most one customer. */
export const fromV1 = (
  caller: Caller,
  { customer, ...rest }: z.output<typeof v1Operations.scheduleAppointmentBasic.body>,
): ScheduleAppointment => ({
  ...rest,
  caller,
  customers: customer ? [customer] : [],
  pointerTo: () => '/customer',
})

/** A v2 request schedules for several customers, and may say who it is for. */
export const fromV2 = (
  caller: Caller,
  { customers, ...rest }: z.output<typeof v2Operations.scheduleAppointmentBasic.body>,
): ScheduleAppointment => ({
  ...rest,
  caller,
  customers: customers ?? [],
  pointerTo: (place) => `/customers/${place}`,
})
