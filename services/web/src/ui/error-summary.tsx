import { useEffect, useRef } from 'preact/hooks'
import styles from './parts.module.css'

interface Props {
  title: string
  /** A fault without `field` does not concern a single field. */
  faults: readonly { field?: string; text: string }[]
}

/** All faults of a form, with links to their fields. It takes the focus whenever there are new ones. */
export function ErrorSummary({ title, faults }: Props) {
  const summary = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (faults.length > 0) summary.current?.focus()
  }, [faults])
  if (faults.length === 0) return null
  return (
    <div class={`${styles.notice} ${styles.bad} ${styles.faults}`} ref={summary} tabIndex={-1}>
      <h2>{title}</h2>
      <ul>
        {faults.map(({ field, text }) => (
          <li key={text}>
            {field === undefined ? (
              text
            ) : (
              <a
                href={`#${field}`}
                onClick={(event) => {
                  // a fragment would become an entry of the history
                  event.preventDefault()
                  document.getElementById(field)?.focus()
                }}
              >
                {text}
              </a>
            )}
          </li>
        ))}
      </ul>
    </div>
  )
}
