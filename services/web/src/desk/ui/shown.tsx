import type { ComponentChildren } from 'preact'
import { say } from '../../text/words.ts'
import { Button } from '../../ui/button.tsx'
import { TeamTooLarge } from '../api/team-too-large.ts'
import type { Known, Resource } from '../resource.ts'
import { faultText } from '../fault-text.ts'
import styles from './desk.module.css'

interface Props<Value> {
  resource: Resource<Value>
  /** The error to show if loading fails. */
  fault?: string
  children: (value: Value, known: Known<Value>) => ComponentChildren
}

/** Shows a loaded value, or that it is loading or cannot be loaded. If a refresh failed, a note says so. */
export function Shown<Value>({ resource, fault, children }: Props<Value>) {
  const known = resource.known.value
  const { value, error } = known
  // the value belongs to another filter, and another attempt would fail too
  const isFinal = error instanceof TeamTooLarge
  return (
    <>
      {error !== undefined && (
        <div class={`${styles.note} ${styles.badNote}`} role="alert">
          <p>{fault ?? faultText(error)}</p>
          {!isFinal && <Button onClick={() => void resource.load()}>{say('page.again')}</Button>}
        </div>
      )}
      {value !== undefined && !isFinal && children(value, known)}
      {value === undefined && error === undefined && <p class={styles.soft}>{say('desk.loading')}</p>}
    </>
  )
}
