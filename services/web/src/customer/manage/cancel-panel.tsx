import { useRef } from 'preact/hooks'
import type { Appointment } from '../../api/appointment.ts'
import { moment } from '../../text/times.ts'
import { pageLocale, say } from '../../text/words.ts'
import styles from '../../ui/parts.module.css'
import { zoneOf } from '../zone.ts'
import { ChangeForm } from './change-form.tsx'
import type { Changes } from './manage.ts'

interface Props {
  appointment: Appointment
  changes: Changes
  onClose: () => void
}

/** Cancels the appointment, with an optional reason. */
export function CancelPanel({ appointment, changes, onClose }: Props) {
  const reason = useRef<HTMLTextAreaElement>(null)
  return (
    <ChangeForm
      heading={say('cancel.question')}
      look="danger"
      submit={say('cancel.yes')}
      keep={say('cancel.no')}
      onInput={changes.renew}
      onSubmit={() => changes.cancel(reason.current?.value.trim() ?? '')}
      onClose={onClose}
    >
      <p>
        {appointment.title && (
          <>
            <strong>{appointment.title}</strong>
            <br />
          </>
        )}
        {moment(Date.parse(appointment.start), zoneOf(appointment), pageLocale())}
      </p>
      <div>
        <label class={styles.label} for="reason">
          {say('cancel.reason')}
        </label>
        <textarea class={styles.input} id="reason" rows={3} maxLength={500} ref={reason} />
      </div>
    </ChangeForm>
  )
}
