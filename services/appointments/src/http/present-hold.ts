import { instant, type Hold } from '@appointments/contracts'
import type { ShownHold } from '../use-cases/hold-slot.ts'

/** A live hold in responses. */
export const presentHold = ({ id, hold, showsAgent }: ShownHold): Hold => ({
  id,
  applicationId: hold.applicationId,
  ...(hold.serviceTypeId !== undefined && { serviceTypeId: hold.serviceTypeId }),
  start: instant(hold.start),
  end: instant(hold.end),
  duration: hold.duration,
  timezone: hold.timezone,
  expiresAt: instant(hold.expiresAt),
  extendableUntil: instant(hold.extendableUntil),
  ...(showsAgent && { agentId: hold.agentId }),
})
