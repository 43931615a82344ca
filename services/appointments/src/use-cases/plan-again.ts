import type { StoredAppointment } from '../domain/stored-appointment.ts'

/** The appointment has changed since a request was planned, so the plan no longer fits. */
export class PlanOutdated extends Error {}

/** Runs work that plans a change before it locks the appointment; repeats it if it throws PlanOutdated. */
export async function planAgainIfOutdated<Result>(work: () => Promise<Result>): Promise<Result> {
  for (;;) {
    try {
      return await work()
    } catch (error) {
      if (!(error instanceof PlanOutdated)) throw error
    }
  }
}

/** Whether an appointment has another time than when a change was planned. */
export const hasMoved = (
  { appointment: planned }: StoredAppointment,
  { appointment: present }: StoredAppointment,
): boolean => planned.start !== present.start || planned.end !== present.end
