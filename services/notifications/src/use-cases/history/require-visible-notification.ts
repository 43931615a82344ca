import { isAssigned, mayReach } from '@appointments/appointment'
import {
  hasRole,
  problem,
  type Application,
  type Caller,
  type WholeAppointment,
} from '@appointments/contracts'
import type { Sql } from '@appointments/postgres'
import type { Notification } from '../../domain/notification.ts'
import { applications } from '../../repositories/applications.ts'
import { history } from '../../repositories/history/notification-history.ts'
import { appointments } from '../../repositories/plan/appointments.ts'

/** Whether a caller may use the messages of an appointment that it may reach. Agents may while they are assigned to it. */
export const mayUseMessages = (caller: Caller, whole: Pick<WholeAppointment, 'roster'>): boolean =>
  hasRole(caller, 'ROLE_SUPERVISOR', 'ROLE_CLIENT_SERVICE') || isAssigned(whole, caller.userId)

/** Whether a caller may reach an appointment and use its messages. */
export const mayReadMessages = (caller: Caller, whole: WholeAppointment, application: Application): boolean =>
  mayReach(caller, whole, application) && mayUseMessages(caller, whole)

/**
 * Finds a notification of an appointment whose messages the caller may see.
 * @throws Problem NOTIFICATION_NOT_FOUND
 */
export async function requireVisibleNotification(
  sql: Sql,
  caller: Caller,
  id: string,
): Promise<Notification> {
  const found = await history.find(sql, id)
  const known = found && (await appointments.findReadable(sql, found.appointmentId))
  if (!known || !mayReadMessages(caller, known.whole, await applications.find(sql, found.applicationId)))
    throw problem('NOTIFICATION_NOT_FOUND')
  return found
}
