import { instant, lengthOf, type AppointmentSnapshot } from '@appointments/contracts'

/** The last moment at which customers may still act; undefined without a cut-off. @param cutoff time before the start */
export const deadlineOf = (
  { start }: Pick<AppointmentSnapshot, 'start'>,
  cutoff: string | undefined,
): Date | undefined => (cutoff === undefined ? undefined : new Date(Date.parse(start) - lengthOf(cutoff)))

/** A deadline that has passed, as text; undefined while there is time. */
export const passed = (deadline: Date | undefined, now: Date): string | undefined =>
  deadline && now > deadline ? instant(deadline) : undefined
