import { useEffect, useRef, useState } from 'preact/hooks'
import { moment } from '../../text/times.ts'
import { pageLocale, say } from '../../text/words.ts'
import { Button } from '../../ui/button.tsx'
import type { Message } from '../api/shapes.ts'
import type { Desk } from '../desk.ts'
import { addressOf } from '../place.ts'
import { Chip } from '../ui/chip.tsx'
import type { IconName } from '../ui/icon.tsx'
import styles from '../ui/desk.module.css'
import { ContentDialog } from './content-dialog.tsx'
import { CorrectDialog } from './correct-dialog.tsx'
import { didNotArrive, messageName, reasonText, statusText } from './message-words.ts'
import own from './messages.module.css'
import type { Messages } from './messages.ts'

const looks: Record<string, { icon: IconName; look?: 'good' | 'bad' | undefined }> = {
  DELIVERED: { icon: 'check', look: 'good' },
  FAILED: { icon: 'warn', look: 'bad' },
  CANCELLED: { icon: 'cross' },
}

/** A message that is not due yet; its content is made when it is sent. */
const isPlanned = (status: string) => status === 'INITIALIZED'

interface Props {
  desk: Desk
  messages: Messages
  content: readonly Message[]
}

/** Messages with their outcomes, and the reasons. */
export function MessageTable({ desk, messages, content }: Props) {
  const zone = desk.zone()
  const at = (instant: string) => moment(Date.parse(instant), zone, pageLocale())
  const mayAct = desk.is('ROLE_AGENT', 'ROLE_SUPERVISOR')
  const [opened, setOpened] = useState<Opened>(undefined)
  const hasSent = useRef(false)
  const close = () => setOpened(undefined)
  useEffect(() => {
    // the dialog must return the focus first
    if (opened || !hasSent.current) return
    hasSent.current = false
    messages.attend()
  }, [opened])
  return (
    <>
      <div class={styles.scroll} role="region" aria-label={say('desk.messages')} tabIndex={0}>
        <table class={styles.table}>
          <thead>
            <tr>
              <td />
              <th scope="col">{say('messages.recipient')}</th>
              <th scope="col">{say('messages.message')}</th>
              <th scope="col">{say('messages.status')}</th>
              <th scope="col">{say('messages.created')}</th>
              <th scope="col">{say('messages.appointment')}</th>
            </tr>
          </thead>
          <tbody>
            {content.map((one) => (
              <tr key={one.id}>
                <td>
                  {one.canRetry && (
                    <label class={styles.box}>
                      <span class="unseen">
                        {say('messages.choose', {
                          name: one.recipient.displayName,
                          message: messageName(one),
                        })}
                      </span>
                      <input
                        type="checkbox"
                        checked={messages.chosen.value.has(one.id)}
                        onChange={(event) => messages.choose(one.id, event.currentTarget.checked)}
                      />
                    </label>
                  )}
                </td>
                <th scope="row">
                  <bdi>{one.recipient.displayName}</bdi>
                </th>
                <td>{messageName(one)}</td>
                <td>
                  <Status message={one} at={at} />
                  {mayAct && <RowActions message={one} onOpen={setOpened} />}
                </td>
                <td class={styles.when}>{at(one.createdAt)}</td>
                <td class={styles.when}>
                  <a href={addressOf('appointments', one.appointmentId)}>
                    {one.appointmentStart === undefined ? say('record.title') : at(one.appointmentStart)}
                  </a>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {opened?.kind === 'content' && <ContentDialog desk={desk} message={opened.message} onClose={close} />}
      {opened?.kind === 'correct' && (
        <CorrectDialog
          desk={desk}
          message={opened.message}
          onSent={() => {
            hasSent.current = true
            messages.noteResent(opened.message)
          }}
          onClose={close}
        />
      )}
    </>
  )
}

interface StatusProps {
  message: Message
  at: (instant: string) => string
}

/** The outcome of a message and its reason, or when the message is due. */
function Status({ message: { status, reason, scheduledFor }, at }: StatusProps) {
  const { icon, look } = looks[status] ?? { icon: 'clock' }
  const why = reasonText(reason)
  return (
    <>
      <Chip icon={icon} look={look} text={statusText(status)} />
      {why !== undefined && <span class={styles.why}>{why}</span>}
      {isPlanned(status) && scheduledFor !== undefined && <span class={styles.why}>{at(scheduledFor)}</span>}
    </>
  )
}

type Opened = { kind: 'content' | 'correct'; message: Message } | undefined

/** Actions on a message: show its content, or correct an address that could not be reached. */
function RowActions({ message, onOpen }: { message: Message; onOpen: (opened: Opened) => void }) {
  const named = { name: message.recipient.displayName, message: messageName(message) }
  return (
    <span class={own.actions}>
      {!isPlanned(message.status) && (
        <Button name="content" onClick={() => onOpen({ kind: 'content', message })}>
          {say('content.open')}
          <span class="unseen"> {say('messages.choose', named)}</span>
        </Button>
      )}
      {message.recipient.type === 'CUSTOMER' && didNotArrive(message) && (
        <Button name="correct" onClick={() => onOpen({ kind: 'correct', message })}>
          {say('correct.open')}
          <span class="unseen"> {say('messages.choose', named)}</span>
        </Button>
      )}
    </span>
  )
}
