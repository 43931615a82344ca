import { useEffect } from 'preact/hooks'
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
import type { Attendant, TestRoom } from './room.ts'

type Expected = NonNullable<RoomView['expected']>

const ENDS = { CANCELLED: 'end.cancelled', ABORTED: 'end.failed', EXPIRED: 'end.over' } as const

/** The room at its default address: who is expected and when, and who is there. It has no video. */
export function RoomPage({ room }: { room: TestRoom }) {
  const view = room.view.value
  const retry = () => void room.open()
  const title = say('title.room')
  useEffect(() => {
    document.title = title
  }, [title])
  if (!view) return <NoticePage heading={say('room.unknown')} text={[say('room.latest')]} />
  if ('error' in view)
    return <NoticePage heading={say('room.away')} text={[say('fault.connection')]} onRetry={retry} />
  if (view.state !== 'OPEN') return <NoticePage heading={say(ENDS[view.state])} text={[say('room.closed')]} />
  if (!view.expected) return <NoticePage heading={say('room.away')} onRetry={retry} />
  return <OpenRoom room={room} expected={view.expected} />
}

function OpenRoom({ room, expected }: { room: TestRoom; expected: Expected }) {
  const there = room.there.value
  const zone = knownZone(expected.timezone)
  const span = spanOf(expected)
  const { day, hours } = timesOf(span, zone, pageLocale())
  return (
    <Page>
      <Heading text={say('title.room')} />
      <div class={styles.when}>
        <p>{day}</p>
        <p class={styles.hours}>{hours}</p>
        <p class={styles.soft}>{zoneNameOf(span.start, zone, pageLocale())}</p>
      </div>
      <dl class={styles.facts}>
        <People name={say('room.expected')} people={expectedOnes(expected)} />
        {there && <People name={say('room.there')} people={there.map(nameOf)} isLive />}
      </dl>
      <p class={styles.notice}>{say('room.noVideo')}</p>
      {there ? (
        <>
          <DeviceTest start="room.camera" stop="room.cameraOff" />
          <p>
            <Button look="danger" isBusy={room.isLeaving.value} onClick={() => void room.leave()}>
              {say('room.leave')}
            </Button>
          </p>
        </>
      ) : (
        <p>{say('room.alone')}</p>
      )}
    </Page>
  )
}

interface PeopleProps {
  name: string
  people: readonly string[]
  /** Whether changes are announced. */
  isLive?: boolean
}

const People = ({ name, people, isLive = false }: PeopleProps) => (
  <div {...(isLive && { 'aria-live': 'polite' as const })}>
    <dt>{name}</dt>
    {people.map((one, index) => (
      <dd key={`${index} ${one}`}>
        <bdi>{one}</bdi>
      </dd>
    ))}
  </div>
)

function nameOf(one: Attendant): string {
  if (one.kind === 'you') return say('room.you')
  return one.kind === 'customer' ? say('room.customer') : (one.name ?? say('room.agent'))
}

/** First names, followed by the numbers of the other participants. */
const expectedOnes = ({ customers, unnamedCustomers, agents }: Expected): string[] => [
  ...customers,
  ...(unnamedCustomers > 0 ? [say('room.customers', { count: unnamedCustomers })] : []),
  ...(agents > 0 ? [say('room.agents', { count: agents })] : []),
]
