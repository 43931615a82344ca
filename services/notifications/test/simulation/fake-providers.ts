import type { MailChannel, TextChannel, WebhookChannel } from '../../src/channels/channel.ts'
import type { Outcome, Receipt } from '../../src/domain/outcomes.ts'
import type { Entry, Ledger } from './ledger.ts'
import type { Random } from './random.ts'

/** What becomes of a call; `lost` is a worker that ends, `stuck` one that is slower than its lease. */
const FATES = {
  taken: 70,
  refused: 7,
  impossible: 3,
  outage: 3,
  doubtfulTaken: 3,
  doubtfulLost: 2,
  closed: 3,
  broken: 1,
  lostBefore: 2,
  lostAfter: 2,
  stuckTaken: 2,
  stuckRefused: 1,
  overtaken: 4,
}
type Fate = keyof typeof FATES
export type Fates = Partial<Record<Fate, number>>

interface Surroundings {
  random: Random
  /** Other weights of what becomes of a call. */
  fates: Fates
  ledger: Ledger
  now: () => number
  /** Ends the worker that holds a notification, without a word. */
  lose: (id: string) => void
  /** Lets the worker that holds a notification go, and resolves long after its lease has ended. */
  outlastLease: (id: string) => Promise<void>
  /** Lets time pass. */
  pass: (ms: number) => void
  /** Something else happens to the appointment meanwhile, and is committed. */
  meanwhile: (appointmentId: string) => Promise<void>
}

const never = new Promise<never>(() => {})

/** Providers in memory that refuse, doubt, hang and lose, and remember what reached them. */
export function fakeProviders({
  random,
  fates,
  ledger,
  now,
  lose,
  outlastLease,
  pass,
  meanwhile,
}: Surroundings) {
  const texts = new Map<string, { entry: Entry; at: number; sid: string; fate: string; settlesAt: number }>()

  async function hand(entry: Entry, take: () => Outcome, refusal: () => Outcome): Promise<Outcome> {
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
        return back(random.in(0.5) ? take() : refusal())
      case 'refused':
        return back(refusal())
      case 'outage':
        return back({
          kind: 'transient',
          providerStatus: 'ECONNREFUSED',
          message: 'no connection',
          isOutage: true,
        })
      case 'impossible':
        return back({ kind: 'permanent', providerStatus: 'NO_SUCH_ADDRESS', message: 'no such address' })
      case 'doubtfulTaken':
        take()
        pass(12_000)
        entry.mayRepeat = entry.channel !== 'SMS'
        return back({ kind: 'unknown', providerStatus: 'ECONNRESET', message: 'the connection broke' })
      case 'doubtfulLost':
        pass(12_000)
        return back({ kind: 'unknown', providerStatus: 'ECONNRESET', message: 'the connection broke' })
      case 'closed':
        return back({ kind: 'unavailable', message: 'the account is closed' })
      case 'broken':
        entry.returned += 1
        throw new Error('an adapter that breaks')
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
      case 'stuckRefused':
        entry.interrupted += 1
        await outlastLease(entry.id)
        return back(refusal())
    }
  }

  const delivered = (entry: Entry) => (): Outcome => {
    ledger.accepted(entry)
    return { kind: 'delivered', providerStatus: 'ACCEPTED' }
  }

  const mail: MailChannel = {
    send({ id, to }) {
      const entry = ledger.called(id, 'EMAIL', to.address)
      return hand(entry, delivered(entry), () => ({
        kind: 'transient',
        providerStatus: 'SMTP_451',
        message: '451 try later',
      }))
    },
    close: () => Promise.resolve(),
  }

  const webhooks: WebhookChannel = {
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

  const live = (id: string) => [...texts.values()].findLast(({ entry }) => entry.id === id)
  const channel: TextChannel = {
    send({ id, to }) {
      const entry = ledger.called(id, 'SMS', to)
      const take = (): Outcome => {
        ledger.accepted(entry)
        const sid = `SM${random.id()}`
        const fate = random.weighted({
          delivered: 80,
          undelivered: 8,
          blocked: 4,
          silent: 5,
          sentOnly: 3,
          cancelled: 1,
        })
        const settlesAt = now() + random.one([1, 20, 100, 3000, 90_000]) * 1000
        texts.set(sid, { entry, at: now(), sid, fate, settlesAt })
        return { kind: 'submitted', providerStatus: 'queued', providerId: sid }
      }
      return hand(entry, take, () => ({ kind: 'transient', providerStatus: '20429', message: 'too many' }))
    },
    ask(submitted) {
      if (random.in(0.05)) return Promise.resolve([])
      const [first] = submitted
      if (first && random.in(0.02)) {
        loseSweep()
        return never
      }
      return Promise.resolve(submitted.flatMap(({ providerId }) => stateOf(providerId)))
    },
    find({ id }, since) {
      const text = live(id)
      if (!text || text.at < since.getTime() - 1000) return Promise.resolve(undefined)
      text.entry.adopted += 1
      return Promise.resolve<Outcome>({ kind: 'submitted', providerStatus: 'queued', providerId: text.sid })
    },
  }

  const receiptOf = ({
    entry,
    fate,
    settlesAt,
  }: {
    entry: Entry
    fate: string
    settlesAt: number
  }): Receipt => {
    if (fate === 'silent') return { kind: 'waiting', providerStatus: 'queued' }
    if (fate === 'sentOnly') return { kind: 'waiting', providerStatus: 'sent' }
    if (now() < settlesAt)
      return { kind: 'waiting', providerStatus: random.one(['accepted', 'sending', 'sent']) }
    if (fate === 'delivered') return { kind: 'delivered', providerStatus: 'delivered' }
    if (fate === 'cancelled') return { kind: 'cancelled', providerStatus: 'canceled' }
    entry.mayRepeat = true
    const isPermanent = fate === 'blocked'
    return { kind: 'undelivered', providerStatus: 'undelivered', message: '30003', isPermanent }
  }

  return { mail, texts: channel, webhooks }
}
