import { useEffect, useState } from 'preact/hooks'
import type { Appointment } from '../../api/appointment.ts'
import type { Session, WayToMove } from '../../api/session.ts'
import { say } from '../../text/words.ts'
import { Button } from '../../ui/button.tsx'
import { Heading } from '../../ui/heading.tsx'
import styles from '../../ui/parts.module.css'
import { calendarFault } from '../failure.tsx'
import type { Changes } from './manage.ts'
import { MoveToAnyTime } from './move-to-any-time.tsx'
import { MoveToFreeTime } from './move-to-free-time.tsx'

interface Props {
  appointment: Appointment
  session: Session
  changes: Changes
  onClose: () => void
}

/** Moves the appointment in the way that its calendar allows. */
export function MovePanel({ appointment, session, changes, onClose }: Props) {
  const [way, setWay] = useState<WayToMove | { error: unknown }>()
  const find = () => {
    setWay(undefined)
    void session.wayToMove(appointment).then(setWay, async (error: unknown) => {
      const shownError = await changes.rejected(error)
      if (shownError !== undefined) setWay({ error: shownError })
    })
  }
  useEffect(find, [session])
  if (way === 'anyTime') return <MoveToAnyTime {...{ appointment, changes, onClose }} />
  if (way === 'freeTimes') return <MoveToFreeTime {...{ appointment, session, changes, onClose }} />
  return (
    <div class={styles.panel}>
      <Heading level={2} takesFocus text={say('move.title')} />
      {way === undefined && <p class={styles.soft}>{say('move.loading')}</p>}
      {way === 'contact' && <p class={styles.notice}>{say('move.contact')}</p>}
      {typeof way === 'object' && (
        <div role="alert">
          <p class={`${styles.notice} ${styles.bad}`}>{calendarFault(way.error)}</p>
        </div>
      )}
      <div class={styles.choices}>
        {typeof way === 'object' && (
          <Button look="main" onClick={find}>
            {say('page.again')}
          </Button>
        )}
        <Button onClick={onClose}>{say('move.back')}</Button>
      </div>
    </div>
  )
}
