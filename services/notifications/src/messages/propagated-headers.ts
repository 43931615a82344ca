import { isPropagatable } from '@appointments/contracts'
import type { MessageSource } from './message-source.ts'

/**
 * Headers of the appointment that its application passes on in e-mails, as `X-…` so that none can replace a header
 * of the mail itself (docs/contract/notifications.md#headers).
 */
export function propagatedHeaders({ whole, application }: MessageSource): Record<string, string> {
  const listed = new Set(
    (application.notifications.email?.propagateHeaders ?? []).map((name) => name.toLowerCase()),
  )
  return Object.fromEntries(
    Object.entries(whole.appointment.notificationHeaders)
      .filter(([name]) => listed.has(name.toLowerCase()) && isPropagatable(name))
      .map(([name, value]) => [name.replace(/^(x-)?/i, 'X-'), value]),
  )
}
