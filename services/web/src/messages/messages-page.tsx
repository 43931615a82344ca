import { addressOf, type Inbox } from './inbox.ts'
import { Glyph } from './glyph.tsx'
import { MessageView } from './message-view.tsx'
import styles from './messages.module.css'
import { channels, hasFault, titleOf, type Channel, type SeenMessage } from './seen-message.ts'

const PLURAL: Record<Channel, string> = { EMAIL: 'E-mail', SMS: 'SMS', WEBHOOKS: 'Webhooks' }

/** Every message that was sent from here, for development. */
export function MessagesPage({ inbox, root }: { inbox: Inbox; root: string }) {
  const all = inbox.messages.value
  const channel = inbox.channel()
  const open = inbox.open()
  const shown = all.filter((message) => channel === undefined || message.channel === channel)
  const follow = (event: MouseEvent) => {
    const link = (event.target as Element).closest('a')
    const address = link?.getAttribute('href') ?? ''
    if (!address.startsWith('?') || event.ctrlKey || event.metaKey || event.shiftKey) return
    event.preventDefault()
    inbox.go(address)
  }
  const state = open ? styles.opened : all.length === 0 ? styles.nothing : ''
  return (
    <main class={`${styles.shell} ${state}`} onClick={follow}>
      <h1 class="unseen">Messages</h1>
      <nav class={styles.side} aria-label="Messages">
        <div class={styles.top}>
          <p class={styles.name}>Messages</p>
          <p>Sent to customers and their systems</p>
          <Filters all={all} chosen={channel} />
        </div>
        <ul class={styles.list}>
          {shown.map((message) => (
            <Listed key={message.id} message={message} channel={channel} open={open?.id} />
          ))}
        </ul>
      </nav>
      <section class={styles.main} aria-label="Message">
        <div class={styles.sheet}>
          {open ? (
            <>
              <a class={styles.back} href={addressOf(channel)}>
                ← All messages
              </a>
              <MessageView key={open.id} message={open} root={root} />
            </>
          ) : (
            <Empty hasMessages={all.length > 0} />
          )}
        </div>
      </section>
    </main>
  )
}

function Filters({ all, chosen }: { all: readonly SeenMessage[]; chosen: Channel | undefined }) {
  return (
    <div class={styles.filters}>
      {[undefined, ...channels].map((channel) => (
        <a
          key={channel ?? 'all'}
          href={addressOf(channel)}
          aria-current={channel === chosen ? 'true' : undefined}
        >
          {channel === undefined ? 'All' : PLURAL[channel]}{' '}
          <span>{all.filter((one) => channel === undefined || one.channel === channel).length}</span>
        </a>
      ))}
    </div>
  )
}

interface ListedProps {
  message: SeenMessage
  channel: Channel | undefined
  open: string | undefined
}

function Listed({ message, channel, open }: ListedProps) {
  const { id, webhook, to, at } = message
  return (
    <li>
      <a href={addressOf(channel, id)} aria-current={id === open ? 'true' : undefined}>
        <Glyph channel={message.channel} />
        <span class={styles.lines}>
          <span class={`${styles.line} ${styles.title}`}>{titleOf(message)}</span>
          <span class={`${styles.line} ${styles.sub}`}>
            {hasFault(message) && <span class={styles.fault}>{faultOf(message)} · </span>}
            {webhook ? new URL(webhook.url).host : to}
          </span>
        </span>
        <time dateTime={at}>{shortTime(new Date(at))}</time>
      </a>
    </li>
  )
}

const faultOf = ({ outcome, signatureValid }: SeenMessage): string =>
  signatureValid === false ? 'signature' : (outcome?.providerStatus ?? outcome?.kind ?? '')

/** The time of today's messages, otherwise the day. */
const shortTime = (at: Date): string =>
  at.toDateString() === new Date().toDateString()
    ? at.toLocaleTimeString([], { hour: '2-digit', minute: '2-digit' })
    : at.toLocaleDateString([], { day: 'numeric', month: 'short' })

const Empty = ({ hasMessages }: { hasMessages: boolean }) => (
  <div class={styles.empty}>
    <h2>{hasMessages ? 'Nothing open' : 'No messages yet'}</h2>
    <p>
      {hasMessages
        ? 'Choose a message to see it as its recipient does. New ones appear automatically.'
        : 'Schedule an appointment for an application whose notifications are active. Messages appear here automatically.'}
    </p>
  </div>
)
