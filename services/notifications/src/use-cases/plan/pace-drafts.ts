import type { Tx } from '@appointments/postgres'
import type { Draft } from '../../domain/notification.ts'
import { pacedAt, paceOf } from '../../domain/plan/pace.ts'
import { timed, type TimingContext } from '../../domain/plan/timed.ts'
import { pacedNotifications } from '../../repositories/plan/paced-notifications.ts'

/**
 * Combines changes in quick succession. A newer change replaces a pending one and keeps its previous state and links,
 * which are those that the recipient knows. It waits if another change was sent to the recipient a moment ago.
 */
export async function paceDrafts(
  tx: Tx,
  drafts: readonly Draft[],
  situation: TimingContext,
): Promise<Draft[]> {
  const paced: Draft[] = []
  for (const draft of drafts) paced.push(await paceDraft(tx, draft, situation))
  return paced
}

async function paceDraft(tx: Tx, draft: Draft, situation: TimingContext): Promise<Draft> {
  const pace = paceOf(draft.type, draft.channel)
  if (!pace || !draft.dueAt) return draft
  const { now } = situation
  const replaced = await pacedNotifications.withdrawOlder(tx, draft, draft.context.revision, now)
  const [oldest] = replaced
  const sentAt = await pacedNotifications.lastSentAt(tx, draft, now)
  const { previous, manageVersions } = oldest ?? draft.context
  const context = {
    ...draft.context,
    ...(previous && { previous }),
    ...(manageVersions && { manageVersions }),
  }
  const combined = { ...draft, context }
  const at = pacedAt(pace, now, { waitingUntil: oldest?.dueAt, sentAt })
  const next = timed(combined, situation, at, undefined)
  return at > now && next.status === 'INITIALIZED' ? { ...next, reason: next.reason ?? 'debounced' } : next
}
