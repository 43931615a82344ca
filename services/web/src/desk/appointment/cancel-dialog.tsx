import { useState } from 'preact/hooks'
import { moment } from '../../text/times.ts'
import { pageLocale, say } from '../../text/words.ts'
import parts from '../../ui/parts.module.css'
import styles from '../ui/desk.module.css'
import type { ActionProps } from './action-props.ts'
import { ChangeDialog } from './change-dialog.tsx'

/** Cancels the appointment, with a reason that is kept in its timeline. */
export function CancelDialog({ desk, record, appointment, onClose }: ActionProps) {
  const [reason, setReason] = useState('')
  const [isTold, setTold] = useState(true)
  return (
    <ChangeDialog
      {...{ desk, record, appointment, onClose }}
      title={say('cancelling.title')}
      look="danger"
      submit={say('cancelling.submit')}
      done={say('cancelling.done')}
      send={(seen, key) => desk.api.cancel(seen, reason.trim(), isTold, key)}
    >
      <p>{moment(Date.parse(appointment.start), desk.zone(), pageLocale())}</p>
      <label>
        <span class={parts.label}>{say('cancel.reason')}</span>
        <textarea
          class={parts.input}
          rows={3}
          maxLength={500}
          value={reason}
          onInput={(event) => setReason(event.currentTarget.value)}
        />
      </label>
      <label class={styles.tick}>
        <input type="checkbox" checked={isTold} onChange={(event) => setTold(event.currentTarget.checked)} />
        {say('cancelling.tell')}
      </label>
    </ChangeDialog>
  )
}
