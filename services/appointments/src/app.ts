import { activateAppointment } from './use-cases/activate-appointment.ts'
import { getAvailabilitySettings, putAvailabilitySettings } from './use-cases/availability-settings.ts'
import { assignDueAppointments } from './use-cases/assign-due-appointments.ts'
import { cancelAppointment } from './use-cases/cancel-appointment.ts'
import { checkDueAppointments } from './use-cases/check-due-appointments.ts'
import { claimMember } from './use-cases/claim-member.ts'
import { claimSlot } from './use-cases/claim-slot.ts'
import { completePhone } from './use-cases/complete-phone.ts'
import { computeFigures } from './use-cases/compute-figures.ts'
import { countAppointments, countOverlaps } from './use-cases/count-appointments.ts'
import { deleteAppointment } from './use-cases/delete-appointment.ts'
import { findChanges } from './use-cases/find-changes.ts'
import { findTimeline } from './use-cases/find-timeline.ts'
import { followChanges } from './use-cases/follow-changes.ts'
import { findApplications } from './use-cases/find-applications.ts'
import { findAppointments } from './use-cases/find-appointments.ts'
import { findEligibleAppointments } from './use-cases/find-eligible-appointments.ts'
import { getApplication } from './use-cases/get-application.ts'
import { getAppointmentStatistics } from './use-cases/get-appointment-statistics.ts'
import { getAppointment } from './use-cases/get-appointment.ts'
import { getMe } from './use-cases/get-me.ts'
import { getProfile } from './use-cases/get-profile.ts'
import { getRoom } from './use-cases/get-room.ts'
import { holdSlot } from './use-cases/hold-slot.ts'
import { extendHold, getHold, releaseHold, tidyUpHolds } from './use-cases/holds.ts'
import { openRoom } from './use-cases/open-room.ts'
import { patchApplication, putApplication } from './use-cases/put-application.ts'
import { changePresentation, getPresentation } from './use-cases/presentation.ts'
import { putLogo, readLogo, removeLogo } from './use-cases/logo.ts'
import { readClaims } from './use-cases/read-claims.ts'
import { readUnapplied } from './use-cases/read-unapplied.ts'
import { readAllowedOrigins } from './use-cases/read-allowed-origins.ts'
import { readOtpAllowance } from './use-cases/read-otp-allowance.ts'
import { readPublishedApplications } from './use-cases/read-published-applications.ts'
import { reconsiderReservations } from './use-cases/reconsider-reservations.ts'
import { removeAppointment } from './use-cases/remove-appointment.ts'
import { rescheduleAppointment } from './use-cases/reschedule-appointment.ts'
import { scheduleAppointment } from './use-cases/schedule-appointment.ts'
import { takeRoster } from './use-cases/take-roster.ts'
import { updateAppointment } from './use-cases/update-appointment.ts'

/** The use cases of the appointments service, by name. */
export const createApp = (
  deps: Parameters<typeof assignDueAppointments>[0] & Parameters<typeof findChanges>[0],
) => ({
  // for callers of the API
  scheduleAppointment: scheduleAppointment(deps),
  updateAppointment: updateAppointment(deps),
  rescheduleAppointment: rescheduleAppointment(deps),
  activateAppointment: activateAppointment(deps),
  cancelAppointment: cancelAppointment(deps),
  deleteAppointment: deleteAppointment(deps),
  removeAppointment: removeAppointment(deps),
  getAppointment: getAppointment(deps),
  getRoom: getRoom(deps),
  openRoom: openRoom(deps),
  findAppointments: findAppointments(deps),
  findEligibleAppointments: findEligibleAppointments(deps),
  getAppointmentStatistics: getAppointmentStatistics(deps),
  findTimeline: findTimeline(deps),
  findChanges: findChanges(deps),
  followChanges: followChanges(deps),
  countAppointments: countAppointments(deps),
  countOverlaps: countOverlaps(deps),
  getMe: getMe(deps),
  getApplication: getApplication(deps),
  putApplication: putApplication(deps),
  patchApplication: patchApplication(deps),
  findApplications: findApplications(deps),
  getAvailabilitySettings: getAvailabilitySettings(deps),
  putAvailabilitySettings: putAvailabilitySettings(deps),
  getPresentation: getPresentation(deps),
  changePresentation: changePresentation(deps),
  putLogo: putLogo(deps),
  removeLogo: removeLogo(deps),
  readLogo: readLogo(deps),
  getProfile: getProfile(deps),
  holdSlot: holdSlot(deps),
  getHold: getHold(deps),
  extendHold: extendHold(deps),
  releaseHold: releaseHold(deps),
  // for other services
  claimSlot: claimSlot(deps),
  claimMember: claimMember(deps),
  readAllowedOrigins: readAllowedOrigins(deps),
  readOtpAllowance: readOtpAllowance(deps),
  readClaims: readClaims(deps),
  readUnapplied: readUnapplied(deps),
  readPublishedApplications: readPublishedApplications(deps),
  completePhone: completePhone(deps),
  takeRoster: takeRoster(deps),
  reconsiderReservations: reconsiderReservations(deps),
  // driven by time
  checkDueAppointments: checkDueAppointments(deps),
  assignDueAppointments: assignDueAppointments(deps),
  computeFigures: computeFigures(deps),
  tidyUpHolds: tidyUpHolds(deps),
})

export type App = ReturnType<typeof createApp>
