import styles from './messages.module.css'
import type { Channel } from './seen-message.ts'

export const CHANNEL_NAMES: Record<Channel, string> = { EMAIL: 'E-mail', SMS: 'SMS', WEBHOOKS: 'Webhook' }

const PATHS: Record<Channel, readonly string[]> = {
  EMAIL: ['M2.5 4.5h11v7.5h-11z', 'm2.5 5 5.5 4 5.5-4'],
  SMS: ['M3 3.5h10v7H7l-3 2.5v-2.5H3z'],
  WEBHOOKS: ['m5.5 4.5-3.5 3.5 3.5 3.5', 'm10.5 4.5 3.5 3.5-3.5 3.5'],
}

/** The icon of a channel. */
export const Glyph = ({ channel }: { channel: Channel }) => (
  <span class={styles.glyph} title={CHANNEL_NAMES[channel]}>
    <svg
      viewBox="0 0 16 16"
      fill="none"
      stroke="currentColor"
      stroke-width="1.4"
      stroke-linejoin="round"
      stroke-linecap="round"
      aria-hidden="true"
    >
      {PATHS[channel].map((path) => (
        <path key={path} d={path} />
      ))}
    </svg>
  </span>
)
