import styles from './messages.module.css'
import type { OutcomeKind, SeenMessage } from './seen-message.ts'

interface Chip {
  tone?: 'good' | 'bad' | 'wait'
  text: string
}

const OUTCOMES: Record<OutcomeKind, Chip> = {
  delivered: { tone: 'good', text: 'Delivered' },
  submitted: { tone: 'good', text: 'Accepted by the provider' },
  transient: { tone: 'wait', text: 'Will be retried' },
  unknown: { tone: 'wait', text: 'May have arrived' },
  unavailable: { tone: 'wait', text: 'Waiting' },
  permanent: { tone: 'bad', text: 'Rejected' },
}

/** The outcome of a message, in a few words. */
export const Chips = ({ message }: { message: SeenMessage }) => (
  <ul class={styles.chips}>
    {chipsOf(message).map(({ tone, text }) => (
      <li key={text} class={tone === undefined ? styles.chip : `${styles.chip} ${styles[tone]}`}>
        {text}
      </li>
    ))}
  </ul>
)

function chipsOf({ outcome, signatureValid, attempt, expiresAt, mail }: SeenMessage): Chip[] {
  return [
    ...(outcome ? [outcomeOf(outcome)] : []),
    ...(signatureValid === undefined ? [] : [signatureOf(signatureValid)]),
    ...(attempt !== undefined && attempt > 1 ? [{ text: `Attempt ${attempt}` }] : []),
    ...(mail?.invite === undefined ? [] : [{ text: 'Calendar invite' }]),
    ...(expiresAt === undefined ? [] : [{ text: 'Kept in memory only' }]),
  ]
}

function outcomeOf({ kind, providerStatus, message }: NonNullable<SeenMessage['outcome']>): Chip {
  if (kind === 'delivered' && providerStatus === 'LOCAL') return { text: 'Shown only here, not sent' }
  const { text, ...chip } = OUTCOMES[kind]
  return { ...chip, text: [text, providerStatus, message].filter(Boolean).join(' · ') }
}

const signatureOf = (isValid: boolean): Chip =>
  isValid ? { tone: 'good', text: 'Signature valid' } : { tone: 'bad', text: 'Signature not valid' }
