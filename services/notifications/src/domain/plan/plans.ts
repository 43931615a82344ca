import type { NotificationChannel } from '@appointments/contracts'
import type { Draft, Notification } from '../notification.ts'

/** A notification that is planned already. */
export interface Plan extends Pick<
  Notification,
  | 'id'
  | 'type'
  | 'channel'
  | 'recipientKey'
  | 'plannedOffset'
  | 'scheduledFor'
  | 'status'
  | 'appointmentRevision'
> {
  /** The channel that it stands in for. */
  insteadOf: NotificationChannel | null
}

/**
 * Drops drafts that are pending or sent already: events may arrive out of order, and several may request the same
 * notification. Drafts that are cancelled from the start are always recorded.
 * @param scheduleVersion appointment version that last moved the appointment; older plans are obsolete
 */
export const notYetPlanned = (
  drafts: readonly Draft[],
  plans: readonly Plan[],
  scheduleVersion: number,
): Draft[] =>
  drafts.filter(
    (draft) =>
      draft.status === 'CANCELLED' ||
      !plans.some(
        (plan) =>
          isLike(plan, draft) && (plan.status === 'DELIVERED' || plan.appointmentRevision >= scheduleVersion),
      ),
  )

/** Plans over a fallback channel that are not needed, because drafts reach the recipient over the proper channel. */
export const obsoleteStandIns = (plans: readonly Plan[], drafts: readonly Draft[]): Plan[] =>
  plans.filter(
    ({ insteadOf, ...plan }) =>
      insteadOf !== null &&
      plan.status === 'INITIALIZED' &&
      drafts.some((draft) => draft.status !== 'CANCELLED' && isLike({ ...plan, channel: insteadOf }, draft)),
  )

type Planned = Pick<Plan, 'type' | 'channel' | 'recipientKey' | 'plannedOffset' | 'scheduledFor'>

const isLike = (plan: Planned, draft: Draft): boolean =>
  plan.type === draft.type &&
  plan.channel === draft.channel &&
  plan.recipientKey === draft.recipientKey &&
  plan.plannedOffset === draft.plannedOffset &&
  plan.scheduledFor?.getTime() === draft.scheduledFor?.getTime()
