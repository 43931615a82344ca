import type { Idempotency } from '@appointments/idempotency'
import type { Seal } from '../keys/seal.ts'

interface Secretive {
  /** Of what the secret belongs to; absent where the answer tells nothing but the secret. */
  id?: string
  secret: string
}

const boundTo = ({ id }: Secretive) => id ?? 'a secret without an id'

const isSecretive = (body: unknown): body is Secretive =>
  typeof body === 'object' && body !== null && 'secret' in body

/** Keeps answers that tell a signing secret, for repeats of their request, with the secret sealed. */
export function sealedAnswers(secrets: Seal) {
  const openSecret = <Answer extends Secretive>(answer: Answer): Answer => ({
    ...answer,
    secret: secrets.open(answer.secret, boundTo(answer)),
  })
  const sealSecret = <Answer extends Secretive>(answer: Answer): Answer => ({
    ...answer,
    secret: secrets.seal(answer.secret, boundTo(answer)),
  })
  return {
    openSecret,
    sealSecret,

    /** The same idempotency, to which no secret is ever shown. */
    around: ({ once }: Pick<Idempotency, 'once'>): Pick<Idempotency, 'once'> => ({
      async once(keyed, status, work, onReplay) {
        const sealedWork = async () => {
          const body = await work()
          return isSecretive(body) ? sealSecret(body) : body
        }
        const kept = await once(keyed, status, sealedWork, onReplay)
        // without a subject the gateway, which could not seal it, keeps no copy of the answer
        return isSecretive(kept.body) ? { ...kept, subject: undefined, body: openSecret(kept.body) } : kept
      },
    }),
  }
}
export type SealedAnswers = ReturnType<typeof sealedAnswers>
