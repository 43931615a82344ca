import { useId } from 'preact/hooks'
import { say } from '../text/words.ts'
import styles from './parts.module.css'

export interface ChosenPart {
  label: string
  value: string
  /** Lines below the value. */
  notes?: readonly string[]
  /** Absent if it cannot be changed. */
  onChange?: (() => void) | undefined
}

/** The choices of earlier steps. */
export function Chosen({ parts }: { parts: readonly ChosenPart[] }) {
  const id = useId()
  if (parts.length === 0) return null
  return (
    <dl class={styles.chosen}>
      {parts.map(({ label, value, notes = [], onChange }, index) => (
        <div key={label}>
          <dt id={`${id}-${index}`}>{label}</dt>
          <dd>
            <span>
              {value}
              {notes.map((note) => (
                <span class={styles.note} key={note}>
                  {note}
                </span>
              ))}
            </span>
            {onChange && (
              <button
                class={styles.change}
                type="button"
                id={`${id}-${index}-change`}
                aria-labelledby={`${id}-${index}-change ${id}-${index}`}
                onClick={onChange}
              >
                {say('book.change')}
              </button>
            )}
          </dd>
        </div>
      ))}
    </dl>
  )
}
