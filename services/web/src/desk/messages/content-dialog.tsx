import { useEffect, useMemo } from 'preact/hooks'
import { ApiError } from '../../api/send.ts'
import { settings } from '../../api/settings.ts'
import { moment } from '../../text/times.ts'
import { pageLocale, say } from '../../text/words.ts'
import { Button } from '../../ui/button.tsx'
import type { Message, MessageContent } from '../api/shapes.ts'
import type { Desk } from '../desk.ts'
import { createResource } from '../resource.ts'
import { Dialog } from '../ui/dialog.tsx'
import { Shown } from '../ui/shown.tsx'
import styles from '../ui/desk.module.css'
import { messageName } from './message-words.ts'
import own from './messages.module.css'

interface Props {
  desk: Desk
  message: Message
  onClose: () => void
}

/** The content of a message: a mail in a frame without scripts, other channels as text. */
export function ContentDialog({ desk, message, onClose }: Props) {
  const content = useMemo(() => createResource(() => desk.api.messageContent(message.id)), [])
  useEffect(() => void content.load(), [])
  const { error } = content.known.value
  const isGone = error instanceof ApiError && error.code === 'CONTENT_GONE'
  const wasSent = message.status !== 'CANCELLED'
  return (
    <Dialog title={messageName(message)} onClose={onClose}>
      <p class={styles.soft}>
        <bdi>{message.recipient.displayName}</bdi>
      </p>
      {isGone ? (
        <p class={styles.note}>{say(wasSent ? 'content.gone' : 'content.notSent')}</p>
      ) : (
        <Shown resource={content}>{(found) => <Content content={found} zone={desk.zone()} />}</Shown>
      )}
      <div class={styles.buttons}>
        <Button onClick={onClose}>{say('desk.close')}</Button>
      </div>
    </Dialog>
  )
}

function Content({ content, zone }: { content: MessageContent; zone: string }) {
  const { subject, text, htmlUrl, encoding, segments, sentAt } = content
  return (
    <>
      <p class={styles.soft}>
        {say('content.sentAt', { time: moment(Date.parse(sentAt), zone, pageLocale()) })}
      </p>
      {subject !== undefined && <p class={own.subject}>{subject}</p>}
      {htmlUrl === undefined ? (
        <pre class={own.text} tabIndex={0}>
          {text}
        </pre>
      ) : (
        <iframe
          class={own.mail}
          title={say('content.mail')}
          src={`${settings.root()}${htmlUrl}`}
          sandbox=""
        />
      )}
      {segments !== undefined && (
        <p class={styles.soft}>{say('content.segments', { count: segments, encoding: encoding ?? '' })}</p>
      )}
    </>
  )
}
