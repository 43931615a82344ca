import type { MailChannel, TextChannel } from './channel.ts'

const here = { kind: 'delivered', providerStatus: 'LOCAL' } as const

/** Mail during development: nothing is sent, the viewer shows it. */
export const localMail: MailChannel = { send: () => Promise.resolve(here), close: () => Promise.resolve() }

/** SMS during development: nothing is sent, the viewer shows them. */
export const localTexts: TextChannel = {
  send: () => Promise.resolve(here),
  ask: () => Promise.resolve([]),
  find: () => Promise.resolve(undefined),
}
