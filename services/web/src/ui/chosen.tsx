import { say } from '../text/words.ts'
import styles from './parts.module.css'

export interface ChosenPart {
  label: string
  value: string
  note?: string | undefined
  /** Absent if it cannot be changed. */
  onChange?: (() => void) | undefined
}

/** The choices of earlier steps. */
export function Chosen({ parts }: { parts: readonly ChosenPart[] }) {
  if (parts.length === 0) return null
  return (
    <dl class={styles.chosen}>
      {parts.map(({ label, value, note, onChange }) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>
            <span>
              {value}
              {note !== undefined && <span class={styles.note}>{note}</span>}
            </span>
            {onChange && (
              <button
                class={styles.change}
                type="button"
                aria-label={say('book.changeOf', { what: label })}
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
