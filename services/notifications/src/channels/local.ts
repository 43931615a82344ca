import type { MailChannel, TextChannel } from './channel.ts'

const here = { kind: 'delivered', providerStatus: 'LOCAL' } as const

/** Mail of a developer's machine: it goes nowhere, and the viewer shows it. */
export const localMail: MailChannel = { send: () => Promise.resolve(here), close: () => Promise.resolve() }

/** SMS of a developer's machine: they go nowhere, and the viewer shows them. */
export const localTexts: TextChannel = {
  send: () => Promise.resolve(here),
  ask: () => Promise.resolve([]),
  find: () => Promise.resolve(undefined),
}
