import type { Draft, Notification } from '../notification.ts'

/** A notification that is planned already. */
export type Plan = Pick<
  Notification,
  'type' | 'channel' | 'recipientKey' | 'plannedOffset' | 'scheduledFor' | 'status' | 'appointmentRevision'
>

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

const isLike = (plan: Plan, draft: Draft): boolean =>
  plan.type === draft.type &&
  plan.channel === draft.channel &&
  plan.recipientKey === draft.recipientKey &&
  plan.plannedOffset === draft.plannedOffset &&
  plan.scheduledFor?.getTime() === draft.scheduledFor?.getTime()
