import { useEffect, useRef } from 'preact/hooks'
import { serverNow } from '../../api/send.ts'
import type { Session } from '../../api/session.ts'
import { say } from '../../text/words.ts'
import { announce } from '../../ui/announce.ts'
import { Button } from '../../ui/button.tsx'
import { Heading } from '../../ui/heading.tsx'
import { Page } from '../../ui/page.tsx'
import styles from '../../ui/parts.module.css'
import { AddToCalendar } from '../add-to-calendar.tsx'
import { BookAnother } from '../book-another.tsx'
import { Facts, whereOf } from '../facts.tsx'
import { FailurePage } from '../failure.tsx'
import { joinFrom, phaseOf, roomAddress, type Phase } from '../phase.ts'
import { spanOf, When } from '../when.tsx'
import { ChangePanels } from './change-panels.tsx'
import type { Manage, Shown } from './manage.ts'
import { DoneNotice, EndNotice, StaleNotice } from './notices.tsx'

/** The page behind the link in a customer's messages. */
export function ManagePage({ manage }: { manage: Manage }) {
  const view = manage.view.value
  const title = say('title.manage')
  useEffect(() => {
    document.title = title
  }, [title])
  if (!view) return null
  if (view.kind === 'failure')
    return (
      <FailurePage error={view.error} takesFocus={view.isAfterChange} onRetry={() => void manage.open()} />
    )
  return <AppointmentPage manage={manage} view={view} />
}

function AppointmentPage({ manage, view }: { manage: Manage; view: Shown }) {
  const { appointment, room, profile, isLinkCurrent, done, seen } = view
  const phase = phaseOf(appointment, room, serverNow())
  const isOpen = phase === 'open' || phase === 'running' || phase === 'waiting'
  const address = phase === 'open' && room ? roomAddress(room.url) : undefined
  const session = manage.session()
  const isAsking = manage.openPanel.value !== undefined
  const isAwaited = isOpen && phase !== 'open' && joinFrom(appointment) <= serverNow()
  useOpeningAnnounced(phase)
  return (
    <Page>
      {done && <DoneNotice view={view} done={done} />}
      {/* the notice takes the focus again if it is about another attempt, but not if the room opens */}
      {seen && <StaleNotice key={seen.version} before={seen} now={appointment} />}
      <p>
        <Chip phase={phase} hasStarted={Date.parse(appointment.start) <= serverNow()} />
      </p>
      <Heading text={appointment.title || say('title.manage')} />
      <When
        appointment={appointment}
        isStruck={appointment.state === 'CANCELLED'}
        hasChoice={isOpen && !isAsking}
      />
      <Facts appointment={appointment} />
      {address !== undefined && (
        <p>
          <Button look="main" isBusy={manage.isEntering.value} onClick={() => void manage.enter(address)}>
            {say('manage.join')}
          </Button>
        </p>
      )}
      {isAwaited && isLinkCurrent && appointment.place.channel === 'VIDEO' && <p>{say('join.closed')}</p>}
      {done?.kind !== 'cancelled' && !isOpen && <EndNotice phase={phase} />}
      {isOpen && isLinkCurrent && <ChangePanels manage={manage} view={view} />}
      {isOpen && !isAsking && session && <Calendar view={view} session={session} />}
      {(phase === 'cancelled' || phase === 'over') && (
        <BookAnother applicationId={appointment.applicationId} profile={profile} />
      )}
    </Page>
  )
}

/** Announces that the room opens while the page is shown. */
function useOpeningAnnounced(phase: Phase): void {
  const last = useRef(phase)
  useEffect(() => {
    if (phase === 'open' && last.current !== 'open') announce(say('join.open'))
    last.current = phase
  }, [phase])
}

function Calendar({ view: { appointment }, session }: { view: Shown; session: Session }) {
  const { title } = appointment
  const event = {
    ...spanOf(appointment),
    title: title || say('title.manage'),
    place: whereOf(appointment),
  }
  return <AddToCalendar event={event} file={session.calendarFile} />
}

function Chip({ phase, hasStarted }: { phase: Phase; hasStarted: boolean }) {
  if (phase === 'cancelled' || phase === 'failed')
    return <span class={`${styles.chip} ${styles.bad}`}>{say(`chip.${phase}`)}</span>
  if (phase === 'over') return <span class={styles.chip}>{say('chip.over')}</span>
  return (
    <span class={`${styles.chip} ${styles.good}`}>{say(hasStarted ? 'chip.running' : 'chip.booked')}</span>
  )
}
