import { say } from '../../text/words.ts'
import { Heading } from '../../ui/heading.tsx'
import type { Participant } from '../api/shapes.ts'
import type { Desk } from '../desk.ts'
import styles from '../ui/desk.module.css'
import { ChangedParts } from './changed-parts.tsx'
import { actorName, whatHappened } from './happened.ts'
import type { Conflict } from './record.ts'

interface Props {
  desk: Desk
  conflict: Conflict
  people: readonly Participant[]
}

/** What others changed in the meantime. The person's own change was not made, so the person decides again. */
export const ConflictNotice = ({ desk, conflict: { entries }, people }: Props) => (
  <div class={`${styles.note} ${styles.warnNote}`}>
    <Heading level={2} takesFocus text={say('conflict.title')} />
    <ul>
      {entries.map((entry) => (
        <li key={entry.id}>
          {say('conflict.entry', { who: actorName(entry.actor, people), what: whatHappened(entry) })}
          <ChangedParts entry={entry} zone={desk.zone()} />
        </li>
      ))}
    </ul>
    <p>{say('conflict.again')}</p>
  </div>
)
