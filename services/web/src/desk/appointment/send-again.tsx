import { useEffect, useRef, useState } from 'preact/hooks'
import { say } from '../../text/words.ts'
import { Button } from '../../ui/button.tsx'
import type { MessageStep } from '../api/shapes.ts'
import type { Desk } from '../desk.ts'
import { messageName } from '../messages/message-words.ts'
import { resendFaultText } from '../messages/resend-fault.ts'
import { BadNote } from '../ui/bad-note.tsx'
import { useAttempt } from '../ui/use-attempt.ts'
import styles from '../ui/desk.module.css'
import type { AppointmentRecord } from './record.ts'

interface Props {
  desk: Desk
  record: AppointmentRecord
  step: MessageStep
}

/** Sends a message that did not arrive once more. */
export function SendAgain({ desk, record, step }: Props) {
  const attempt = useAttempt()
  const [isSent, setSent] = useState(false)
  const result = useRef<HTMLParagraphElement>(null)
  // the pressed button disappears
  useEffect(() => {
    if (isSent) result.current?.focus()
  }, [isSent])
  const send = async () => {
    const sent = await attempt.send((key) => desk.api.resend(record.id, step.notificationId, key))
    if (!sent) return
    setSent(true)
    record.expectMessages()
  }
  return (
    <div>
      {isSent ? (
        <p class={styles.soft} tabIndex={-1} ref={result}>
          {say('again.sent')}
        </p>
      ) : (
        <Button name="again" isBusy={attempt.isBusy} onClick={() => void send()}>
          {say('again.send')}
          <span class="unseen"> {messageName(step)}</span>
        </Button>
      )}
      <BadNote text={attempt.fault === undefined ? undefined : resendFaultText(attempt.fault, desk.zone())} />
    </div>
  )
}
