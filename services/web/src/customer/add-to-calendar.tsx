import { useState } from 'preact/hooks'
import { googleLink, outlookLink, type CalendarEvent } from '../text/calendar-links.ts'
import { say } from '../text/words.ts'
import { download } from '../ui/download.ts'
import styles from './add-to-calendar.module.css'

interface Props {
  event: CalendarEvent
  /**
   * Reads the API's calendar file, which has the same entry as the invite. Absent if the customer has no link.
   * @throws ApiError
   */
  file: (() => Promise<Blob>) | undefined
}

/** Adds an appointment to a calendar: with a file that every calendar can read, or with links to two services. */
export function AddToCalendar({ event, file }: Props) {
  const [isBusy, setBusy] = useState(false)
  const [hasFailed, setFailed] = useState(false)
  const save = async (read: () => Promise<Blob>) => {
    if (isBusy) return
    setBusy(true)
    setFailed(false)
    await read()
      .then((content) => download(content, 'appointment.ics'))
      .catch(() => setFailed(true))
    setBusy(false)
  }
  return (
    <details class={styles.calendar}>
      <summary class="button">{say('calendar.add')}</summary>
      <ul class={styles.ways}>
        {file && (
          <li>
            <button
              class={styles.way}
              type="button"
              aria-disabled={isBusy || undefined}
              onClick={() => void save(file)}
            >
              {say('calendar.file')}
            </button>
          </li>
        )}
        <li>
          <a class={styles.way} href={googleLink(event)} target="_blank" rel="noreferrer">
            {say('calendar.google')}
          </a>
        </li>
        <li>
          <a class={styles.way} href={outlookLink(event)} target="_blank" rel="noreferrer">
            {say('calendar.outlook')}
          </a>
        </li>
      </ul>
      <div role="status">{hasFailed && <p class={styles.failed}>{say('calendar.failed')}</p>}</div>
    </details>
  )
}
