import { setTimeout as pause } from 'node:timers/promises'
import { load } from './measure.ts'
import { requestsFor } from './operations.ts'
import { atMost, count, type Section } from './report.ts'
import { clients, warmUpSeconds } from './settings.ts'
import { openStage } from './stage.ts'
import { openWire } from './wire.ts'

const MOST = 22
const BOOKINGS = 400
/** Time for the records of sent mails. */
const SETTLING_MS = 1000

/** Counts the statements of a booking and of everything that follows from it, between the services and PostgreSQL. */
export async function statements(): Promise<Section> {
  const wire = openWire()
  const stage = await openStage({ databaseUrl: wire.to })
  try {
    const book = async (parallel: number, limits: { seconds: number; amount?: number }) => {
      const before = await stage.sink.counted()
      wire.take()
      const { succeeded } = await load({
        ...requestsFor(stage, 'settled schedule'),
        clients: parallel,
        ...limits,
      })
      await stage.sink.untilAccepted(before.mails + succeeded)
      await pause(SETTLING_MS)
      return { succeeded, counts: wire.take() }
    }
    await book(clients, { seconds: warmUpSeconds })
    const alone = await book(1, { seconds: 0, amount: BOOKINGS / 4 })
    const together = await book(clients, { seconds: 0, amount: BOOKINGS })
    return {
      title: 'Statements of a settled booking',
      figures: [
        count('one after the other', perBooking(alone)),
        atMost(count(`${clients} at a time`, perBooking(together)), MOST, '', FALSE_IF),
      ],
      notes: [
        'BEGIN, COMMIT, the sending of the mail and the polls of the services meanwhile are counted.',
        `Statements of each booking, one after the other:\n\n\`\`\`\n${listing(alone)}\n\`\`\``,
      ],
    }
  } finally {
    await stage.close()
    wire.close()
  }
}

const FALSE_IF =
  'a service reached its database without the wire, one statement did what several should be counted for, or the mails were sent later than counted'

interface Counted {
  succeeded: number
  counts: Map<string, number>
}

const perBooking = ({ succeeded, counts }: Counted) =>
  [...counts.values()].reduce((sum, count) => sum + count, 0) / succeeded

const listing = ({ succeeded, counts }: Counted) =>
  [...counts]
    .map(([text, count]) => `${(count / succeeded).toFixed(2).padStart(6)}  ${nameless(text)}`)
    .sort()
    .join('\n')

/** Shortens the name of a database, which ends with letters that differ between runs. */
const nameless = (text: string) => text.replace(/^\S*?e2e_(\w+?)_\w+ /, '$1: ')
