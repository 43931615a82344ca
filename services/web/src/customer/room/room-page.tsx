import { useEffect, useState } from 'preact/hooks'
import type { RoomView } from '../../api/room-view.ts'
import { timesOf, zoneNameOf } from '../../text/times.ts'
import { pageLocale, say } from '../../text/words.ts'
import { knownZone } from '../../text/zoned-time.ts'
import { Button } from '../../ui/button.tsx'
import { Heading } from '../../ui/heading.tsx'
import { NoticePage } from '../../ui/notice.tsx'
import { Page } from '../../ui/page.tsx'
import styles from '../../ui/parts.module.css'
import { DeviceTest } from '../device-test.tsx'
import { spanOf } from '../when.tsx'

type Expected = NonNullable<RoomView['expected']>

interface Props {
  /** Undefined if there is no room at the address. */
  room: RoomView | { error: unknown } | undefined
  onRetry: () => void
}

const ENDS = { CANCELLED: 'end.cancelled', ABORTED: 'end.failed', EXPIRED: 'end.over' } as const

/** The room at its default address: who is expected and when. It has no video. */
export function RoomPage({ room, onRetry }: Props) {
  const [hasLeft, setLeft] = useState(false)
  useEffect(() => {
    document.title = say('title.room')
  })
  if (!room) return <NoticePage heading={say('room.unknown')} text={[say('room.latest')]} />
  if ('error' in room)
    return <NoticePage heading={say('room.away')} text={[say('fault.connection')]} onRetry={onRetry} />
  if (room.state !== 'OPEN') return <NoticePage heading={say(ENDS[room.state])} text={[say('room.closed')]} />
  if (!room.expected) return <NoticePage heading={say('room.away')} onRetry={onRetry} />
  if (hasLeft)
    return (
      <Page>
        <Heading takesFocus text={say('room.left')} />
        <p>
          <Button look="main" onClick={() => setLeft(false)}>
            {say('room.return')}
          </Button>
        </p>
      </Page>
    )
  return <OpenRoom expected={room.expected} onLeave={() => setLeft(true)} />
}

function OpenRoom({ expected, onLeave }: { expected: Expected; onLeave: () => void }) {
  const { company, timezone } = expected
  const zone = knownZone(timezone)
  const span = spanOf(expected)
  const { day, hours } = timesOf(span, zone, pageLocale())
  return (
    <Page>
      {company !== undefined && <p class={styles.soft}>{say('room.with', { company })}</p>}
      <Heading text={say('title.room')} />
      <div class={styles.when}>
        <p>{day}</p>
        <p class={styles.hours}>{hours}</p>
        <p class={styles.soft}>{zoneNameOf(span.start, zone, pageLocale())}</p>
      </div>
      <dl class={styles.facts}>
        <div>
          <dt>{say('room.expected')}</dt>
          {expectedOnes(expected).map((one) => (
            <dd key={one}>
              <bdi>{one}</bdi>
            </dd>
          ))}
        </div>
      </dl>
      <p class={styles.notice}>{say('room.noVideo')}</p>
      <DeviceTest />
      <p>
        <Button onClick={onLeave}>{say('room.leave')}</Button>
      </p>
    </Page>
  )
}

/** First names, followed by the numbers of the other participants. */
const expectedOnes = ({ customers, unnamedCustomers, agents }: Expected): string[] => [
  ...customers,
  ...(unnamedCustomers > 0 ? [say('room.customers', { count: unnamedCustomers })] : []),
  ...(agents > 0 ? [say('room.agents', { count: agents })] : []),
]
