import { useEffect } from 'preact/hooks'
import { aheadOf, spokenMoment, spokenTime } from '../../text/times.ts'
import { pageLocale, say } from '../../text/words.ts'
import { wallTimeAt } from '../../text/zoned-time.ts'
import { Heading } from '../../ui/heading.tsx'
import { NoticePage } from '../../ui/notice.tsx'
import { Page } from '../../ui/page.tsx'
import styles from '../../ui/parts.module.css'
import { AddToCalendar } from '../add-to-calendar.tsx'
import { BookAnother } from '../book-another.tsx'
import { DeviceTest } from '../device-test.tsx'
import { whereOf } from '../facts.tsx'
import { FailurePage } from '../failure.tsx'
import { joinFrom } from '../phase.ts'
import { spanOf, When } from '../when.tsx'
import { zoneOf } from '../zone.ts'
import type { Join, Shown } from './join.ts'
import { Lost } from './lost.tsx'
import { Entrance, LeftPage, OpenPage, waitingTexts } from './open-page.tsx'
import { lastDigits } from './waiting.ts'

/** The page behind a customer's link to the room. */
export function JoinPage({ join }: { join: Join }) {
  const view = join.view.value
  const heading = view?.kind === 'appointment' ? headingOf(view) : say('title.join')
  const title = view?.kind === 'appointment' ? [heading, ...waitingTexts(view)].join(' ') : heading
  useEffect(() => {
    document.title = title
  }, [title])
  if (!view) return null
  if (view.kind === 'failure') return <FailurePage error={view.error} onRetry={() => void join.refresh()} />
  const { phase } = view
  if (phase === 'open' && view.hasLeft) return <LeftPage join={join} view={view} heading={heading} />
  if (phase === 'open' && !isEarly(view)) return <OpenPage join={join} view={view} heading={heading} />
  if (phase === 'waiting' || phase === 'running' || phase === 'open')
    return <WaitingPage join={join} view={view} heading={heading} />
  const { appointment, profile } = view
  return (
    <NoticePage heading={heading} text={phase === 'failed' ? [say('end.contact')] : []}>
      {phase !== 'failed' && <BookAnother applicationId={appointment.applicationId} profile={profile} />}
    </NoticePage>
  )
}

/** Whether the customer is expected later, even if the room is open already. */
const isEarly = ({ appointment, now }: Shown) => joinFrom(appointment) > now

const isVideo = ({ appointment: { place } }: Shown) => place.channel === 'VIDEO'

function headingOf(view: Shown): string {
  const { appointment, phase, now, hasLeft } = view
  if (phase === 'open' && hasLeft) return say('room.left')
  if (phase === 'open' && !isEarly(view)) return say('join.open')
  if (phase === 'cancelled' || phase === 'over' || phase === 'failed') return say(`end.${phase}`)
  const start = Date.parse(appointment.start)
  if (start <= now) return say('join.now')
  if (isEarly(view)) {
    const ahead = aheadOf(start, now, pageLocale()) ?? ''
    return say(isVideo(view) ? 'join.videoStarts' : 'join.starts', { ahead })
  }
  const time = spokenTime(start, zoneOf(appointment), pageLocale())
  return say(isVideo(view) ? 'join.videoSoon' : 'join.soon', { time })
}

interface Props {
  join: Join
  view: Shown
  heading: string
}

function WaitingPage({ join, view, heading }: Props) {
  const { appointment } = view
  const hasRoom = isVideo(view)
  const event = {
    ...spanOf(appointment),
    title: appointment.title || say('title.manage'),
    place: whereOf(appointment),
  }
  return (
    <Page>
      {appointment.title && <p class={styles.soft}>{appointment.title}</p>}
      <Heading text={heading} />
      <When appointment={appointment} hasChoice />
      {hasRoom ? <RoomText view={view} /> : <MeetingText view={view} />}
      {view.phase === 'open' && <Entrance join={join} view={view} />}
      <Lost isLost={view.isLost} />
      {hasRoom && <DeviceTest />}
      {isEarly(view) && <AddToCalendar event={event} file={join.calendarFile} />}
    </Page>
  )
}

function RoomText({ view }: { view: Shown }) {
  if (!isEarly(view)) return <p>{say('join.closed')}</p>
  const { appointment, phase } = view
  const from = joinFrom(appointment)
  const zone = zoneOf(appointment)
  const dayOf = (instant: number) => wallTimeAt(instant, zone).date
  const isSameDay = dayOf(from) === dayOf(Date.parse(appointment.start))
  const time = isSameDay ? spokenTime(from, zone, pageLocale()) : spokenMoment(from, zone, pageLocale())
  return (
    <p>
      {say(phase === 'open' ? 'join.opened' : 'join.from', { time })} {say('join.early')}
    </p>
  )
}

/** Instructions for a call by phone, or a meeting. */
function MeetingText({ view: { appointment, contact } }: { view: Shown }) {
  const time = spokenTime(Date.parse(appointment.start), zoneOf(appointment), pageLocale())
  const { channel, text: address } = appointment.place
  if (channel === 'IN_PERSON')
    return <p>{address === undefined ? say('join.come', { time }) : say('join.comeTo', { address, time })}</p>
  const phone = contact?.primaryPhone
  return (
    <p>
      {phone === undefined
        ? say('join.call', { time })
        : say('join.callOn', { phone: lastDigits(phone), time })}
    </p>
  )
}
