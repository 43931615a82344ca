import type { TextChannel } from '../../src/channels/channel.ts'
import type { TextState } from '../../src/domain/send/sms-outcome.ts'
import type { Outcome } from '../../src/domain/send/outcomes.ts'
import type { Entry, Ledger } from './ledger.ts'
import type { Random } from './random.ts'

/** A status callback of the provider, to the URL given with the message. */
export interface StatusCallback extends TextState {
  url: string
}

interface SimulationHooks {
  random: Random
  ledger: Ledger
  now: () => number
  /** Schedules an action for a moment. */
  at: (moment: number, act: () => Promise<void>) => void
  callBack: (callback: StatusCallback) => Promise<void>
  /** Decides the outcome of a submission. */
  hand: (entry: Entry, take: () => Outcome, rejection: () => Outcome) => Promise<Outcome>
  /** Crashes the replica that is polling. */
  loseSweep: () => void
}

/** A message the provider has accepted, with its future. */
interface AcceptedMessage {
  entry: Entry
  sid: string
  to: string
  url: string | undefined
  takenAt: number
  life: { status: string; at: number }[]
  errorCode: number | null
  /** True once the failure was reported to the service. */
  isReported: boolean
}

/** Final statuses and error codes; messages without a final status keep their last one. */
const ENDS = {
  delivered: { ends: 'delivered', errorCode: null, weight: 80 },
  handsetOff: { ends: 'undelivered', errorCode: 30_003, weight: 8 },
  blocked: { ends: 'undelivered', errorCode: 30_007, weight: 2 },
  dead: { ends: 'failed', errorCode: 30_005, weight: 2 },
  unlisted: { ends: 'failed', errorCode: 39_999, weight: 1 },
  cancelled: { ends: 'canceled', errorCode: null, weight: 1 },
  silent: { ends: undefined, errorCode: null, weight: 5 },
  sentOnly: { ends: 'sent', errorCode: null, weight: 3 },
} as const
type End = keyof typeof ENDS
const WEIGHTS = Object.fromEntries(Object.entries(ENDS).map(([end, { weight }]) => [end, weight])) as Record<
  End,
  number
>

/** How far the provider's clock may differ from ours. */
const CLOCKS_APART_MS = 60_000

const never = new Promise<never>(() => {})

/** An SMS provider whose callbacks come late, twice, out of order or never, and which can be polled. */
export function textProvider({
  random,
  ledger,
  now,
  at,
  callBack,
  hand,
  loseSweep,
}: SimulationHooks): TextChannel {
  const taken = new Map<string, AcceptedMessage>()

  /** The status of a message at a moment. */
  const stateAt = (text: AcceptedMessage, moment: number): TextState => {
    const status = text.life.findLast((stage) => stage.at <= moment)?.status ?? 'queued'
    return stateOf(text, status)
  }
  function stateOf(text: AcceptedMessage, status: string): TextState {
    const isFailure = status === 'undelivered' || status === 'failed'
    if (isFailure && !text.isReported) {
      text.isReported = true
      text.entry.mayRepeat = true
    }
    const errorCode = isFailure ? text.errorCode : null
    if (errorCode === 30_005) ledger.suspect(text.entry, text.to, 'HARD_BOUNCE')
    return { providerId: text.sid, status, errorCode, to: text.to }
  }

  function scheduleCallbacks(text: AcceptedMessage): void {
    const { url } = text
    if (url === undefined) return
    const say = (status: string, moment: number) =>
      at(moment, async () => {
        await callBack({ url, ...stateOf(text, status) })
      })
    for (const stage of text.life) {
      if (random.in(0.2)) continue
      const late = () => stage.at + random.one([0, 0, 1, 20, 400, 90_000]) * 1000
      say(stage.status, late())
      if (random.in(0.2)) say(stage.status, late())
    }
  }

  const take = (entry: Entry, to: string, url: string | undefined) => (): Outcome => {
    ledger.accepted(entry)
    const { ends, errorCode } = ENDS[random.weighted(WEIGHTS)]
    const sid = `SM${random.id()}`
    const takenAt = now()
    const sentAt = takenAt + random.one([0, 1, 60]) * 1000
    const endsAt = sentAt + random.one([0, 20, 100, 3000, 90_000]) * 1000
    const life = [
      { status: 'queued', at: takenAt },
      ...(ends === undefined ? [] : [{ status: 'sent', at: sentAt }]),
      ...(ends === undefined || ends === 'sent' ? [] : [{ status: ends, at: endsAt }]),
    ]
    const text = { entry, sid, to, url, takenAt, life, errorCode, isReported: false }
    taken.set(sid, text)
    scheduleCallbacks(text)
    return { kind: 'submitted', providerStatus: 'queued', providerId: sid }
  }

  return {
    async send({ id, to, statusCallback: url }) {
      const entry = ledger.called(id, 'SMS', to)
      const outcome = await hand(entry, take(entry, to, url), () => ({
        kind: 'transient',
        providerStatus: '20429',
        message: 'too many',
      }))
      const text = outcome.kind === 'submitted' ? taken.get(outcome.providerId) : undefined
      // a callback may arrive before the response to the submission
      if (text && url !== undefined && random.in(0.2)) await callBack({ url, ...stateAt(text, now()) })
      return outcome
    },
    ask(submitted) {
      if (random.in(0.05)) return Promise.resolve([])
      if (random.in(0.02)) {
        loseSweep()
        return never
      }
      return Promise.resolve(
        submitted.flatMap(({ providerId }) => {
          const text = taken.get(providerId)
          if (!text) throw new Error(`unknown submission ${providerId}`)
          return [stateAt(text, now())]
        }),
      )
    },
    async find({ id }, since, findKnown) {
      const alike = [...taken.values()].filter(
        ({ entry, takenAt }) => entry.id === id && takenAt >= since.getTime() - CLOCKS_APART_MS,
      )
      const known = await findKnown(alike.map(({ sid }) => sid))
      const text = alike.findLast(({ sid }) => !known.has(sid))
      if (!text) return undefined
      text.entry.adopted += 1
      const { status, providerId } = stateAt(text, now())
      return { kind: 'submitted', providerStatus: status, providerId }
    },
  }
}
