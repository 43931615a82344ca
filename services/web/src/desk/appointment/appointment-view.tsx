import { useEffect, useMemo } from 'preact/hooks'
import { ApiError } from '../../api/send.ts'
import { say } from '../../text/words.ts'
import type { Person } from '../api/shapes.ts'
import type { Desk } from '../desk.ts'
import { customerNames } from '../people.ts'
import { addressOf, place } from '../place.ts'
import { standingOf } from '../standing.ts'
import { StandingChip } from '../ui/chip.tsx'
import { Shown } from '../ui/shown.tsx'
import { useNow } from '../ui/use-now.ts'
import { View } from '../ui/view.tsx'
import styles from '../ui/desk.module.css'
import { Actions } from './actions.tsx'
import { AppointmentFacts } from './appointment-facts.tsx'
import { People } from './people-panel.tsx'
import { createRecord } from './record.ts'
import { Timeline } from './timeline.tsx'

/** One appointment: its facts, the people, what happened, and what can be done. */
export function AppointmentView({ desk }: { desk: Desk }) {
  const id = place.value.id ?? ''
  const record = useMemo(() => createRecord(desk, id), [id])
  const now = useNow()
  useEffect(() => {
    void record.load()
    return record.follow()
  }, [record])
  const { value: appointment, error } = record.appointment.known.value
  const isMissing = error instanceof ApiError && (error.status === 404 || error.status === 403)
  if (record.isGone.value || isMissing)
    return (
      <View title={say('record.gone')}>
        <p>{say('record.goneText')}</p>
        <p>
          <a href={addressOf('appointments')}>{say('record.toList')}</a>
        </p>
      </View>
    )
  return (
    <View
      title={
        appointment
          ? customerNames(withNames(appointment, record.people.known.value.value))
          : say('record.title')
      }
      tools={appointment && <StandingChip standing={standingOf(appointment, now)} />}
    >
      <Shown resource={record.appointment}>
        {(shown) => (
          <>
            <Actions desk={desk} record={record} appointment={shown} now={now} />
            <div class={styles.columns}>
              <div>
                <AppointmentFacts desk={desk} appointment={shown} />
                <People desk={desk} record={record} appointment={shown} />
              </div>
              <Timeline desk={desk} record={record} />
            </div>
          </>
        )}
      </Shown>
    </View>
  )
}

type Named = Parameters<typeof customerNames>[0]

/** The names of the customers, which the appointment itself does not have. */
function withNames({ participants }: Named, people: readonly Person[] = []): Named {
  return {
    participants: participants.map((one) => {
      const displayName = people.find(({ id }) => id === one.id)?.displayName ?? one.displayName
      return { ...one, ...(displayName !== undefined && { displayName }) }
    }),
  }
}
