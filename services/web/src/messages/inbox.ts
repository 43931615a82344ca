import { signal } from '@preact/signals'
import { channels, type Channel, type SeenMessage } from './seen-message.ts'

/** The messages, and which of them the address selects. */
export function createInbox(read: () => Promise<SeenMessage[]>) {
  const messages = signal<readonly SeenMessage[]>([])
  const query = signal(new URLSearchParams(location.search))
  return {
    messages,
    /** Reads the messages again; the page keeps its contents if that fails. */
    async refresh(): Promise<void> {
      const found = await read().catch(() => undefined)
      if (found && JSON.stringify(found) !== JSON.stringify(messages.value)) messages.value = found
    },
    channel: (): Channel | undefined => channels.find((one) => one === query.value.get('channel')),
    open: (): SeenMessage | undefined => messages.value.find(({ id }) => id === query.value.get('open')),
    /** Follows an address of this page without loading it again. */
    go(address: string): void {
      history.pushState(null, '', address)
      query.value = new URLSearchParams(location.search)
    },
    /** The visitor went back or forward. */
    follow(): void {
      query.value = new URLSearchParams(location.search)
    },
  }
}
export type Inbox = ReturnType<typeof createInbox>

/** The address that selects a channel and a message. */
export function addressOf(channel: Channel | undefined, open?: string): string {
  const query = new URLSearchParams({ ...(channel && { channel }), ...(open !== undefined && { open }) })
  return `?${query.toString()}`
}
