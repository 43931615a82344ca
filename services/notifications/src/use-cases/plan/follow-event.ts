import { customersOf } from '@appointments/appointment'
import {
  unconfigured,
  type Application,
  type AppointmentEvent,
  type CustomerRecord,
  type NotificationChannel,
} from '@appointments/contracts'
import type { Tx } from '@appointments/postgres'
import { currentTraceparent } from '@appointments/runtime'
import { announcementOf, isTooOld, type Announcement } from '../../domain/plan/announcements.ts'
import { announcedDrafts, plannedDrafts, type Situation } from '../../domain/plan/drafts.ts'
import { isAhead } from '../../domain/send/fence.ts'
import { notYetPlanned, obsoleteStandIns } from '../../domain/plan/plans.ts'
import {
  appointmentIdOf,
  project,
  updatedContact,
  type Known,
  type Projected,
} from '../../domain/plan/projection.ts'
import { addressOf } from '../../domain/plan/recipients.ts'
import { notificationTypes } from '@appointments/contracts'
import { appointments, type Before } from '../../repositories/plan/appointments.ts'
import { notifications } from '../../repositories/plan/notifications.ts'
import { configuredChannels, type Deps } from '../deps.ts'
import { eraseAppointment } from '../history/erase-appointment.ts'
import { eraseCustomer } from '../history/erase-customer.ts'
import { paceDrafts } from './pace-drafts.ts'

const AHEAD = notificationTypes.filter(isAhead)

/** The application's settings at the time of the appointment have not arrived yet; the event must be retried. */
export class SettingsBehind extends Error {
  override name = 'SettingsBehind'
}

/**
 * Applies an event to the stored appointment and records the resulting notifications. An event that arrives before the
 * one that schedules its appointment waits for that event.
 * @param tx a transaction that has locked the appointment
 * @returns channels with notifications due immediately
 * @throws SettingsBehind if the stored settings are older than those of the appointment
 */
export const followEvent =
  (deps: Deps) =>
  async (tx: Tx, event: AppointmentEvent): Promise<NotificationChannel[]> => {
    const id = appointmentIdOf(event)
    const before = await findBefore(tx, event)
    const channels = await follow(tx, deps, event, before)
    if (event.type !== 'APScheduledEvent' || !before.hasEarly) return channels
    for (const early of (await appointments.takeEarly(tx, id)) as AppointmentEvent[])
      channels.push(...(await follow(tx, deps, early, await findBefore(tx, early))))
    return channels
  }

const findBefore = (tx: Tx, event: AppointmentEvent): Promise<Before> =>
  appointments.findBefore(
    tx,
    appointmentIdOf(event),
    'appointment' in event.data ? event.data.appointment.applicationId : undefined,
  )

async function follow(
  tx: Tx,
  deps: Deps,
  event: AppointmentEvent,
  before: Before,
): Promise<NotificationChannel[]> {
  const id = appointmentIdOf(event)
  const { known, endpoints } = before
  if (before.isRemoved) return []
  const projected = project(known, event)
  if (!projected && event.type === 'APRemovedEvent') {
    appointments.markRemoved(tx, id, deps.clock.now())
    await eraseAppointment(tx, deps, id)
    return []
  }
  if (!projected) {
    appointments.keepEarly(tx, id, event)
    return []
  }

  const application = settingsFor(before, projected)
  const announcement = await freshAnnouncement(tx, event, known, { application, now: deps.clock.now() })
  const next = {
    whole: projected.whole,
    scheduleVersion: projected.scheduleVersion,
    inviteSequence: projected.inviteSequence + (announcement?.renewsInvite ? 1 : 0),
  }
  const present = new Set(customersOf(projected.whole.roster).map((customer) => customer.id))
  const contacts = projected.contacts.filter((customer) => present.has(customer.id))
  const customers = { rosterVersion: projected.atEvent.roster.version, customers: contacts }
  if (known) appointments.save(tx, next, customers)
  const contactsBefore = before.contacts.map(({ record }) => record)
  const updated = updatedContact(event, before.contacts)
  if (updated) appointments.updateContact(tx, id, updated)

  // contact data is read back only if some was stored before, because that may be newer than the data of the event
  const contactsAfter = async () => {
    if (updated) return contactsBefore.map((one) => (one.id === updated.record.id ? updated.record : one))
    if (contacts.length === 0) return contactsBefore
    return contactsBefore.length === 0 ? contacts : appointments.findContacts(tx, id)
  }

  const now = deps.clock.now()
  withdraw(tx, event, projected, now)
  const situation: Situation = {
    whole: projected.whole,
    application,
    contacts: await contactsAfter(),
    endpoints,
    configured: configuredChannels(deps, application),
    inviteSequence: next.inviteSequence,
    eventId: event.id,
    eventTime: event.time,
    traceparent: currentTraceparent(),
    now,
    newId: deps.newId,
  }
  const announced = announcement
    ? announcedDrafts(announcement, { ...situation, whole: projected.atEvent })
    : []
  const customer = event.type === 'APParticipantUpdatedEvent' ? event.data.customer : updated?.record
  const planned = planFor(event, known, projected, situation, { customer, contactsBefore })
  const plans = known && planned.length > 0 ? await notifications.findPlans(tx, id) : []
  const toPlan = notYetPlanned(planned, plans, projected.scheduleVersion)
  const ids = obsoleteStandIns(plans, toPlan).map((plan) => plan.id)
  if (ids.length > 0) notifications.withdraw(tx, id, { reason: 'superseded', ids }, now)
  const drafts = [...(await paceDrafts(tx, announced, situation)), ...toPlan]
  // nothing above reads a new appointment, so it is stored together with its notifications
  if (known) notifications.insert(tx, drafts, now)
  else appointments.saveWith(tx, next, customers, { drafts, now })

  if (event.type === 'APRemovedEvent') {
    appointments.markRemoved(tx, id, now)
    await eraseAppointment(tx, deps, id, { appointment: next, contacts: situation.contacts })
  }
  if (event.type === 'APParticipantRemovedEvent' && event.data.participantType === 'CUSTOMER') {
    const { participantId } = event.data
    await eraseCustomer(tx, deps, next, { contacts: situation.contacts, participantId })
  }
  return drafts.filter(({ dueAt }) => dueAt && dueAt <= now).map(({ channel }) => channel)
}

function settingsFor(before: Before, { atEvent }: Projected): Application {
  const { applicationId, applicationVersion } = atEvent.appointment
  const application = before.application ?? unconfigured(applicationId)
  // version 1 stands for an application without settings, which has no event
  if (applicationVersion > 1 && application.version < applicationVersion)
    throw new SettingsBehind(`version ${applicationVersion} of the application has not arrived`)
  return application
}

/** The announcement of an event; undefined if an outcome of the same version or a known cancellation is repeated. */
async function freshAnnouncement(
  tx: Tx,
  event: AppointmentEvent,
  known: Known | undefined,
  { application, now }: { application: Application; now: Date },
): Promise<Announcement | undefined> {
  const announcement = announcementOf(event, {
    notesForCustomers: application.notesForCustomers,
    manageVersions: known?.whole.appointment.manageVersions ?? {},
    end: known?.whole.appointment.end,
  })
  if (!announcement) return undefined
  const { type, oncePerVersion } = announcement
  if (event.type === 'APRemovedEvent' && known?.whole.appointment.state === 'CANCELLED') return undefined
  if (
    oncePerVersion &&
    'appointment' in event.data &&
    (await notifications.hasTypeOf(tx, event.data.appointment, type))
  )
    return undefined
  return isTooOld(event, now) ? { ...announcement, withheld: 'missed_window' } : announcement
}

/** Cancels notifications that the event makes obsolete. */
function withdraw(tx: Tx, event: AppointmentEvent, projected: Projected, now: Date): void {
  const id = appointmentIdOf(event)
  if (projected.hasEnded) {
    const reason = 'appointment_over'
    notifications.withdraw(tx, id, { reason, plannedOnly: true }, now)
    notifications.withdraw(tx, id, { reason, types: AHEAD, toPeopleOnly: true }, now)
  } else if (projected.hasMoved) {
    notifications.withdraw(tx, id, { reason: 'rescheduled', plannedOnly: true }, now)
  }
  if (event.type === 'APParticipantRemovedEvent') {
    const recipientKey = event.data.participantId
    notifications.withdraw(tx, id, { reason: 'recipient_removed', recipientKey }, now)
  }
  if (event.type === 'APOutcomeEvent' && projected.whole.appointment.outcome !== 'COMPLETED')
    notifications.withdraw(tx, id, { reason: 'not_completed', types: ['FOLLOW_UP'] }, now)
}

/**
 * The notifications to plan after an event.
 * @param customer the customer whose details the event changes, if any
 */
function planFor(
  event: AppointmentEvent,
  known: Known | undefined,
  projected: Projected,
  situation: Situation,
  { customer, contactsBefore }: { customer: CustomerRecord | undefined; contactsBefore: CustomerRecord[] },
) {
  const { state, outcome } = projected.whole.appointment
  const { actor } = event.data
  const by: Announcement = { type: 'REMINDER', operation: 'timer', actor }
  if (event.type === 'APOutcomeEvent' && outcome === 'COMPLETED')
    return plannedDrafts(['FOLLOW_UP'], by, situation)
  if (state !== 'SCHEDULED' && state !== 'ACTIVATED') return []
  if (!known || projected.hasMoved) {
    // another duration keeps the outcome, and the follow-up counts from the new end
    const followUp = outcome === 'COMPLETED' ? (['FOLLOW_UP'] as const) : []
    return plannedDrafts(['REMINDER', 'ROOM', ...followUp], by, situation)
  }
  if (event.type === 'APParticipantAddedEvent')
    return plannedDrafts(['REMINDER', 'ROOM'], by, situation, event.data.participantId)
  if (customer) {
    const configured = newlyReachable(customer, contactsBefore, situation)
    return plannedDrafts(['REMINDER', 'ROOM'], by, { ...situation, configured }, customer.id)
  }
  return []
}

/** Channels over which a customer can be reached now but could not before. */
function newlyReachable(
  customer: CustomerRecord,
  contactsBefore: readonly CustomerRecord[],
  { whole, configured }: Situation,
): ReadonlySet<NotificationChannel> {
  const before = contactsBefore.find(({ id }) => id === customer.id)
  const takesPart = customersOf(whole.roster).some(({ id }) => id === customer.id)
  return new Set(
    [...configured].filter(
      (channel) =>
        takesPart && addressOf(customer, channel) !== undefined && !(before && addressOf(before, channel)),
    ),
  )
}
