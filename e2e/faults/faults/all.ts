import type { FaultGroup } from './fault.ts'
import { processKills } from './process-kills.ts'

/** Every fault to survive (reliability, section 5), by kind. */
export const faultGroups: readonly FaultGroup[] = [processKills]
