import { useEffect } from 'preact/hooks'
import { aheadOf, clockTime } from '../../text/times.ts'
import { pageLocale, say } from '../../text/words.ts'
import { Heading } from '../../ui/heading.tsx'
import { NoticePage } from '../../ui/notice.tsx'
import { Page } from '../../ui/page.tsx'
import styles from '../../ui/parts.module.css'
import { DeviceTest } from '../device-test.tsx'
import { FailurePage } from '../failure.tsx'
import { roomAddress } from '../phase.ts'
import { When } from '../when.tsx'
import { shownZone } from '../zone.ts'
import type { Join, View } from './join.ts'

type Shown = Extract<View, { kind: 'appointment' }>

/** Before this, the page says that waiting on it is not needed. */
const SOON_MS = 15 * 60_000

/** The page behind a customer's link to the room. */
export function JoinPage({ join }: { join: Join }) {
  const view = join.view.value
  const heading = view?.kind === 'appointment' ? headingOf(view) : say('title.join')
  useEffect(() => {
    document.title = heading
  }, [heading])
  if (!view) return null
  if (view.kind === 'failure') return <FailurePage error={view.error} onRetry={() => void join.refresh()} />
  if (view.phase === 'open') return <OpenPage view={view} />
  if (view.phase === 'waiting' || view.phase === 'running') return <WaitingPage view={view} />
  return (
    <NoticePage
      heading={heading}
      text={view.phase === 'failed' ? [say('end.contact')] : [say('room.closed')]}
    />
  )
}

function headingOf({ appointment, phase, now }: Shown): string {
  if (phase === 'open') return say('join.open')
  if (phase === 'cancelled' || phase === 'over' || phase === 'failed') return say(`end.${phase}`)
  const start = Date.parse(appointment.start)
  if (start <= now) return say('join.now')
  if (start - now <= SOON_MS) return say('join.soon', { time: clockTime(start, shownZone(), pageLocale()) })
  return say('join.starts', { ahead: aheadOf(start, now, pageLocale()) ?? '' })
}

function WaitingPage({ view }: { view: Shown }) {
  const isEarly = Date.parse(view.appointment.start) - view.now > SOON_MS
  return (
    <Page>
      {view.appointment.title && <p class={styles.soft}>{view.appointment.title}</p>}
      <Heading text={headingOf(view)} />
      <p>{say(isEarly ? 'join.early' : 'join.closed')}</p>
      <When appointment={view.appointment} hasChoice />
      <DeviceTest />
      <Lost view={view} />
    </Page>
  )
}

function OpenPage({ view }: { view: Shown }) {
  const address = view.room && roomAddress(view.room.url)
  return (
    <Page>
      {view.appointment.title && <p class={styles.soft}>{view.appointment.title}</p>}
      <Heading text={headingOf(view)} />
      {address !== undefined && (
        <p>
          <a class="button main" href={address} rel="noreferrer">
            {say('join.enter')}
          </a>
        </p>
      )}
      <When appointment={view.appointment} />
      <Lost view={view} />
    </Page>
  )
}

const Lost = ({ view }: { view: Shown }) => (
  <div role="status">{view.isLost && <p class={styles.notice}>{say('join.lost')}</p>}</div>
)
