import type { Deps } from '../deps.ts'

/** The public keys that verify webhooks, the current one first. */
export const findWebhookKeys =
  ({ signingKeys }: Pick<Deps, 'signingKeys'>) =>
  () => ({ keys: signingKeys.published })
