import { useState } from 'preact/hooks'
import { Chips } from './chips.tsx'
import { CHANNEL_NAMES } from './glyph.tsx'
import { Linked } from './linked.tsx'
import { ColouredJson } from './coloured-json.tsx'
import styles from './messages.module.css'
import { readableInvite } from './readable-invite.ts'
import { titleOf, type SeenMessage } from './seen-message.ts'
import { smsSize } from './sms-size.ts'

/** A message in full. */
export function MessageView({ message, root }: { message: SeenMessage; root: string }) {
  const { channel, type, at, to, mail, text, webhook } = message
  return (
    <>
      <p class={styles.kind}>
        {CHANNEL_NAMES[channel]} · {type} ·{' '}
        <time dateTime={at}>
          {new Date(at).toLocaleString([], { dateStyle: 'medium', timeStyle: 'medium' })}
        </time>
      </p>
      <h2>{text ? `To ${to}` : titleOf(message)}</h2>
      <Chips message={message} />
      {mail && <MailView message={message} mail={mail} root={root} />}
      {text && <TextView text={text} />}
      {webhook && <WebhookView webhook={webhook} />}
    </>
  )
}

interface MailViewProps {
  message: SeenMessage
  mail: NonNullable<SeenMessage['mail']>
  root: string
}

function MailView({ message, mail, root }: MailViewProps) {
  const parts = { mail: 'Mail', text: 'Text part', ...(mail.invite !== undefined && { invite: 'Invite' }) }
  const [part, setPart] = useState<keyof typeof parts>('mail')
  return (
    <>
      <dl class={styles.facts}>
        <dt>From</dt>
        <dd>{mail.from}</dd>
        <dt>To</dt>
        <dd>{message.to}</dd>
        <dt>Message-ID</dt>
        <dd>{mail.messageId}</dd>
      </dl>
      <div class={styles.tabs} role="group" aria-label="Parts of the mail">
        {Object.entries(parts).map(([name, label]) => (
          <button
            key={name}
            type="button"
            aria-pressed={name === part}
            onClick={() => setPart(name as keyof typeof parts)}
          >
            {label}
          </button>
        ))}
      </div>
      <div class={styles.paper}>
        {part === 'mail' && (
          <iframe
            title="HTML part"
            src={`${root}/dev/messages/${encodeURIComponent(message.id)}/html`}
            sandbox="allow-popups allow-popups-to-escape-sandbox"
          />
        )}
        {part === 'text' && (
          <pre tabIndex={0}>
            <Linked text={mail.text} />
          </pre>
        )}
        {part === 'invite' && <InviteView content={mail.invite ?? ''} />}
      </div>
    </>
  )
}

function InviteView({ content }: { content: string }) {
  const { summary, when, facts } = readableInvite(content)
  return (
    <>
      <div class={styles.invite}>
        <h3>{summary}</h3>
        <p>{when}</p>
        <dl class={styles.facts}>
          {facts.flatMap(([name, value]) => [
            <dt key={`${name} name`}>{name}</dt>,
            <dd key={name}>{value}</dd>,
          ])}
        </dl>
      </div>
      <details>
        <summary>invite.ics</summary>
        <pre tabIndex={0}>{content.trim()}</pre>
      </details>
    </>
  )
}

function TextView({ text: { from, body } }: { text: NonNullable<SeenMessage['text']> }) {
  const { characters, parts, alphabet } = smsSize(body)
  return (
    <div class={`${styles.paper} ${styles.phone}`}>
      <div class={styles.bubble}>
        <Linked text={body} />
      </div>
      <p>
        from {from} · {characters} characters, {parts === 1 ? 'one part' : `${parts} parts`} ({alphabet})
      </p>
    </div>
  )
}

const WebhookView = ({
  webhook: { url, headers, body },
}: {
  webhook: NonNullable<SeenMessage['webhook']>
}) => (
  <>
    <dl class={styles.facts}>
      <dt>POST</dt>
      <dd>{url}</dd>
    </dl>
    <h3 class={styles.part}>Headers</h3>
    <div class={styles.paper}>
      <table>
        <tbody>
          {headers.map(([name, value]) => (
            <tr key={name}>
              <th scope="row">{name}</th>
              <td>{value}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
    <h3 class={styles.part}>Body</h3>
    <div class={styles.paper}>
      <pre tabIndex={0}>
        <ColouredJson text={body} />
      </pre>
    </div>
  </>
)
