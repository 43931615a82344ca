import type { MailChannel, WebhookChannel } from '../../src/channels/channel.ts'
import type { AddressFault, Outcome } from '../../src/domain/send/outcomes.ts'
import type { Entry, Ledger } from './ledger.ts'
import type { Random } from './random.ts'
import { textProvider, type StatusCallback } from './text-provider.ts'

/** Outcomes of a call; `lost` is a worker that crashes, `stuck` one that outlasts its lease. */
const FATES = {
  taken: 70,
  rejected: 7,
  impossible: 3,
  outage: 3,
  doubtfulTaken: 3,
  doubtfulLost: 2,
  closed: 3,
  accountRejected: 1,
  broken: 1,
  lostBefore: 2,
  lostAfter: 2,
  stuckTaken: 2,
  stuckRejected: 1,
  overtaken: 4,
}
type Fate = keyof typeof FATES
export type Fates = Partial<Record<Fate, number>>

interface SimulationHooks {
  random: Random
  /** Overrides the weights of the outcomes. */
  fates: Fates
  ledger: Ledger
  now: () => number
  /** Crashes the worker that holds a notification. */
  lose: (id: string) => void
  /** Releases the worker that holds a notification, and resolves long after its lease has expired. */
  outlastLease: (id: string) => Promise<void>
  /** Schedules an action for a moment. */
  at: (moment: number, act: () => Promise<void>) => void
  /** Sends a status callback about an SMS to the service. */
  callBack: (callback: StatusCallback) => Promise<void>
  /** Crashes the replica that is polling the status of SMS. */
  loseSweep: () => void
  /** Advances the clock. */
  pass: (ms: number) => void
  /** Applies and commits another change of the appointment in the meantime. */
  meanwhile: (appointmentId: string) => Promise<void>
}

const never = new Promise<never>(() => {})

/** In-memory providers that reject, fail, hang and lose calls, and record every message they received. */
export function fakeProviders({
  random,
  fates,
  ledger,
  now,
  lose,
  outlastLease,
  at,
  callBack,
  loseSweep,
  pass,
  meanwhile,
}: SimulationHooks) {
  async function hand(entry: Entry, take: () => Outcome, rejection: () => Outcome): Promise<Outcome> {
    const fate: Fate = random.weighted({ ...FATES, ...fates })
    const back = (outcome: Outcome) => {
      if (outcome.kind !== 'unavailable') entry.returned += 1
      return outcome
    }
    switch (fate) {
      case 'taken':
        return back(take())
      case 'overtaken':
        await meanwhile(entry.appointmentId)
        return back(random.in(0.5) ? take() : rejection())
      case 'rejected':
        return back(rejection())
      case 'outage':
        return back({
          kind: 'transient',
          providerStatus: 'ECONNREFUSED',
          message: 'no connection',
          isOutage: true,
        })
      case 'impossible':
        return back(impossible(entry))
      case 'accountRejected':
        return back({ kind: 'unavailable', message: 'the account is rejected', rejected: 'ACCOUNT' })
      case 'doubtfulTaken':
        take()
        pass(12_000)
        entry.mayRepeat = entry.channel !== 'SMS'
        return back({ kind: 'unknown', providerStatus: 'ECONNRESET', message: 'the connection was reset' })
      case 'doubtfulLost':
        pass(12_000)
        return back({ kind: 'unknown', providerStatus: 'ECONNRESET', message: 'the connection was reset' })
      case 'closed':
        return back({ kind: 'unavailable', message: 'the account is closed' })
      case 'broken':
        entry.returned += 1
        throw new Error('an adapter that throws')
      case 'lostAfter':
        take()
        entry.mayRepeat = entry.channel !== 'SMS'
        entry.interrupted += 1
        lose(entry.id)
        return never
      case 'lostBefore':
        entry.interrupted += 1
        lose(entry.id)
        return never
      case 'stuckTaken': {
        const outcome = take()
        entry.mayRepeat = entry.channel !== 'SMS'
        entry.interrupted += 1
        await outlastLease(entry.id)
        return back(outcome)
      }
      case 'stuckRejected':
        entry.interrupted += 1
        await outlastLease(entry.id)
        return back(rejection())
    }
  }

  /** Blames the address half of the time. */
  function impossible(entry: Entry): Outcome {
    const outcome = { kind: 'permanent', providerStatus: 'REJECTED', message: 'permanent failure' } as const
    if (entry.channel === 'WEBHOOKS' || random.in(0.5)) return outcome
    const addressFault: AddressFault = entry.channel === 'SMS' ? 'STOP' : 'HARD_BOUNCE'
    ledger.suppress(entry, entry.calledAt ?? '', addressFault)
    return { ...outcome, addressFault }
  }

  const delivered = (entry: Entry) => (): Outcome => {
    ledger.accepted(entry)
    return { kind: 'delivered', providerStatus: 'ACCEPTED' }
  }

  const mail: MailChannel = {
    send({ id, to, headers }) {
      const entry = ledger.called(id, 'EMAIL', to.address)
      ledger.offered(entry, to.address, headers?.['List-Unsubscribe'])
      return hand(entry, delivered(entry), () => ({
        kind: 'transient',
        providerStatus: 'SMTP_451',
        message: '451 try later',
      }))
    },
    close: () => Promise.resolve(),
  }

  const webhooks: WebhookChannel = {
    test: () => Promise.reject(new Error('the simulation tests no endpoint')),
    send({ headers }) {
      const entry = ledger.called(headers['webhook-id'] ?? '', 'WEBHOOKS', undefined)
      return hand(entry, delivered(entry), () => ({
        kind: 'transient',
        providerStatus: 'HTTP_503',
        message: '503',
        isOutage: true,
        ...(random.in(0.5) && { retryAfterMs: random.whole(0, 7_200_000) }),
      }))
    },
  }

  const texts = textProvider({ random, ledger, now, at, callBack, hand, loseSweep })
  return { mail, texts, webhooks }
}
