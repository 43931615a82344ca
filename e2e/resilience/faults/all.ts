import { brokerFaults, queueFaults } from './broker.ts'
import type { FaultGroup } from './fault.ts'
import { messageFaults } from './messages.ts'
import { postgresFaults } from './postgres.ts'
import { processKills } from './process-kills.ts'
import { providerFaults } from './providers.ts'
import { redisFaults } from './redis.ts'
import { clockFaults, rollingFaults, serviceFaults } from './services.ts'

/** The checks of a run without any fault, which comes first. */
const calm: FaultGroup = {
  kind: 'none',
  faults: [
    { name: 'nothing', does: 'Lets clients work for some seconds.', isCalm: true, apply: () => undefined },
  ],
}

/** Every fault to survive, by kind. */
export const faultGroups: readonly FaultGroup[] = [
  calm,
  processKills,
  brokerFaults,
  queueFaults,
  messageFaults,
  postgresFaults,
  redisFaults,
  clockFaults,
  serviceFaults,
  providerFaults,
  rollingFaults,
]
