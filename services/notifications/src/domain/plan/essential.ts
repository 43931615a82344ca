import type { NotificationType } from '@appointments/contracts'

/** Without these a customer would be at the wrong place or time; no limit and no quiet hours ever drop them. */
const ESSENTIAL: readonly NotificationType[] = ['CANCELLED', 'RESCHEDULE', 'ROOM', 'PARTICIPANT_REMOVED']

export const isEssential = (type: NotificationType): boolean => ESSENTIAL.includes(type)
