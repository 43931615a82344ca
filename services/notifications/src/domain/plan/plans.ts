import type { Draft, Notification } from '../notification.ts'

/** What is planned already. */
export type Plan = Pick<
  Notification,
  'type' | 'channel' | 'recipientKey' | 'plannedOffset' | 'scheduledFor' | 'status' | 'appointmentRevision'
>

/**
 * Drafts without those whose like was sent or waits: events overtake each other, and several may ask for the same.
 * What is called off from the start is told every time.
 * @param scheduleVersion appointment version that last moved the appointment; what is older waits in vain
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
