import type { Idempotency } from '@appointments/idempotency'
import type { WebhookSeal } from '../webhook-secrets.ts'

interface Secretive {
  id: string
  secret: string
}

const isSecretive = (body: unknown): body is Secretive =>
  typeof body === 'object' && body !== null && 'secret' in body

/** Keeps answers that tell a signing secret, for repeats of their request, with the secret sealed. */
export function sealedAnswers(secrets: WebhookSeal) {
  const openSecret = <Answer extends Secretive>(answer: Answer): Answer => ({
    ...answer,
    secret: secrets.open(answer.secret, answer.id),
  })
  const sealSecret = <Answer extends Secretive>(answer: Answer): Answer => ({
    ...answer,
    secret: secrets.seal(answer.secret, answer.id),
  })
  return {
    openSecret,

    /** The same idempotency, to which no secret is ever shown. */
    around: ({ once }: Pick<Idempotency, 'once'>): Pick<Idempotency, 'once'> => ({
      async once(keyed, status, work, onReplay) {
        const sealedWork = async () => {
          const body = await work()
          return isSecretive(body) ? sealSecret(body) : body
        }
        const kept = await once(keyed, status, sealedWork, onReplay)
        return isSecretive(kept.body) ? { ...kept, body: openSecret(kept.body) } : kept
      },
    }),
  }
}
export type SealedAnswers = ReturnType<typeof sealedAnswers>
