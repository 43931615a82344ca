import type { Notification } from '../../domain/notification.ts'
import type { SeenMessage } from '../../messages/seen-message.ts'
import type { Deps } from '../deps.ts'

/** Shows developers a sent message; the database keeps no copy of erased ones. */
export async function showInViewer(
  { viewer }: Deps,
  { sealedSource }: Notification,
  message: SeenMessage,
): Promise<void> {
  if (sealedSource === null) await viewer?.keep(message)
  else viewer?.rememberErased(message)
}

export const headOf = ({ clock }: Deps, { id, type, appointmentId, attemptNo }: Notification) => ({
  id,
  at: clock.now().toISOString(),
  type,
  appointmentId,
  attempt: attemptNo + 1,
})
