import { useEffect, useRef, useState } from 'preact/hooks'
import { announce } from '../../ui/announce.ts'
import { pageLocale, say } from '../../text/words.ts'
import { Button } from '../../ui/button.tsx'
import type { Agent } from '../api/shapes.ts'
import type { Desk } from '../desk.ts'
import { agentName } from '../people.ts'
import type { Resource } from '../resource.ts'
import { Dialog } from '../ui/dialog.tsx'
import { FaultNote } from '../ui/fault-note.tsx'
import { Shown } from '../ui/shown.tsx'
import { useAttempt } from '../ui/use-attempt.ts'
import styles from '../ui/desk.module.css'
import type { Absence } from './calendars-api.ts'
import { absenceText, isFrom } from './stored-absence.ts'
import calendar from './calendar.module.css'

interface Props {
  desk: Desk
  agent: Agent
  absences: Resource<Absence[]>
  /** Absences that ended before this day are left out. */
  from: string
  onRemoved: () => void
}

/** The absences of an agent, each with a button to remove it. */
export function AbsencesPanel({ desk, agent, absences, from, onRemoved }: Props) {
  const [removing, setRemoving] = useState<Absence | undefined>(undefined)
  const heading = useRef<HTMLHeadingElement>(null)
  const [removed, setRemoved] = useState(0)
  // the button that had the focus leaves the page with its absence
  useEffect(() => {
    if (removed > 0) heading.current?.focus()
  }, [removed])
  const text = (one: Absence) => absenceText(one, desk.zone(), pageLocale())
  return (
    <section class={calendar.absences} aria-labelledby="absences">
      <h2 id="absences" ref={heading} tabIndex={-1}>
        {say('absence.list')}
      </h2>
      <Shown resource={absences}>
        {(all) => {
          const listed = all.filter((one) => isFrom(from, one, desk.zone()))
          if (listed.length === 0) return <p class={styles.soft}>{say('absence.none')}</p>
          return (
            <ul>
              {listed.map((one) => (
                <li key={one.id}>
                  <span>
                    {text(one)}
                    {one.reason !== undefined && (
                      <span class={styles.why}>
                        <bdi>{one.reason}</bdi>
                      </span>
                    )}
                  </span>
                  <Button name="remove-absence" onClick={() => setRemoving(one)}>
                    {say('absence.remove')}
                    <span class="unseen"> {text(one)}</span>
                  </Button>
                </li>
              ))}
            </ul>
          )
        }}
      </Shown>
      {removing && (
        <RemoveDialog
          {...{ desk, agent }}
          absence={removing}
          onClose={() => setRemoving(undefined)}
          onRemoved={() => {
            setRemoving(undefined)
            setRemoved(removed + 1)
            onRemoved()
          }}
        />
      )}
    </section>
  )
}

interface RemoveProps {
  desk: Desk
  agent: Agent
  absence: Absence
  onClose: () => void
  onRemoved: () => void
}

/** Asks before an absence is removed. */
function RemoveDialog({ desk, agent, absence, onClose, onRemoved }: RemoveProps) {
  const attempt = useAttempt()
  const remove = async () => {
    const removed = await attempt.send(() =>
      desk.api.calendars.removeAbsence(agent.id, absence.id).then(() => true),
    )
    if (removed === undefined) return
    announce(say('absence.removed'))
    onRemoved()
  }
  return (
    <Dialog title={say('absence.removeTitle')} isBusy={attempt.isBusy} onClose={onClose}>
      <p>
        <bdi>{agentName(agent)}</bdi>, {absenceText(absence, desk.zone(), pageLocale())}
      </p>
      <p class={styles.soft}>{say('absence.removeText')}</p>
      <FaultNote fault={attempt.fault} />
      <div class={styles.buttons}>
        <Button look="danger" isBusy={attempt.isBusy} onClick={() => void remove()}>
          {attempt.isBusy ? say('form.busy') : say('absence.remove')}
        </Button>
        <Button isBusy={attempt.isBusy} onClick={onClose}>
          {say('desk.close')}
        </Button>
      </div>
    </Dialog>
  )
}
