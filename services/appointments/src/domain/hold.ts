import { createHash, randomBytes } from 'node:crypto'
import {
  lengthOf,
  type Claim,
  type ClaimsOfHolder,
  type Decision,
  type ServiceType,
  type StoredAssignment,
} from '@appointments/contracts'

/** A time that is promised to the owner of its id. Only the hash of the id is stored. */
export interface StoredHold {
  key: string
  applicationId: string
  organizationId: string
  version: number
  /** Whose live holds are limited together, as a hash. */
  countedAs: string
  /** Whether it was made without a token. */
  isPublic: boolean
  serviceTypeId?: string | undefined
  queueId?: string | undefined
  /** When the queue assigns its members. */
  assign?: Decision['assign']
  /** Requirements of the request beyond those of the queue. */
  requires?: StoredAssignment['requires']
  agentId: string
  start: string
  end: string
  duration: string
  timezone: string
  /** The time that it occupies, with buffers. */
  occupied: { from: string; to: string }
  /** Its claims: the occupied time without the time that the appointment to move already occupies. */
  claims: { from: string; to: string }[]
  /** The appointment that moves. */
  appointmentId?: string | undefined
  /** The limits on its lifetime, which depend on its maker. */
  ttl: HoldTimes
  madeAt: Date
  expiresAt: Date
  extendableUntil: Date
  usedAt?: Date | undefined
  releasedAt?: Date | undefined
}

/** The durations that a customer may choose: those of the service type, or that of the hold, whose time is promised. */
export const offeredWith = (
  hold: Pick<StoredHold, 'duration'> | undefined,
  serviceType: Pick<ServiceType, 'durations'> | undefined,
): Pick<ServiceType, 'durations'> | undefined => (hold ? { durations: [hold.duration] } : serviceType)

/** How long a hold lives. */
export interface HoldTimes {
  defaultMs: number
  /** The longest time that one request may ask for. */
  mostMs: number
  /** The longest time from its creation until it ends for good. */
  inAllMs: number
}

const MINUTE_MS = 60_000

/** Holds of staff and machines. */
export const staffTimes: HoldTimes = {
  defaultMs: 10 * MINUTE_MS,
  mostMs: 30 * MINUTE_MS,
  inAllMs: 60 * MINUTE_MS,
}
/** Holds of customers with a manage link, or with a verified one-time password. */
export const customerTimes: HoldTimes = {
  defaultMs: 10 * MINUTE_MS,
  mostMs: 10 * MINUTE_MS,
  inAllMs: 15 * MINUTE_MS,
}

/** Holds of anyone else. */
export const visitorTimes: HoldTimes = {
  defaultMs: 5 * MINUTE_MS,
  mostMs: 5 * MINUTE_MS,
  inAllMs: 15 * MINUTE_MS,
}

/** A new id, which only its owner gets. */
export const newHoldId = (): string => `hold_${randomBytes(16).toString('base64url')}`

export const holdKeyOf = (id: string): string => createHash('sha256').update(id).digest('base64url')

export const isLive = ({ usedAt, releasedAt, expiresAt }: StoredHold, now: Date): boolean =>
  !usedAt && !releasedAt && expiresAt > now

/** The expiry of a hold: its time to live counted from now, within its limits. */
export function expiryOf(
  ttl: string | undefined,
  { times, extendableUntil, now }: { times: HoldTimes; extendableUntil: Date; now: Date },
): Date {
  const ms = Math.min(ttl === undefined ? times.defaultMs : lengthOf(ttl), times.mostMs)
  return new Date(Math.min(now.getTime() + ms, extendableUntil.getTime()))
}

/** The parts of a range that another range does not cover: none, one or two. */
export function without(
  { from, to }: { from: string; to: string },
  other: { from: string; to: string } | undefined,
): { from: string; to: string }[] {
  if (!other || other.to <= from || other.from >= to) return [{ from, to }]
  return [
    ...(other.from > from ? [{ from, to: other.from }] : []),
    ...(other.to < to ? [{ from: other.to, to }] : []),
  ]
}

/** The claims of a hold, for the event of their change; none once it has ended. */
export function claimsOfHold(hold: StoredHold): ClaimsOfHolder {
  const hasEnded = hold.usedAt !== undefined || hold.releasedAt !== undefined
  const { agentId, expiresAt } = hold
  const claims = hold.claims.map(({ from, to }): Claim => ({
    agentId,
    kind: 'HELD',
    from,
    to,
    expiresAt: expiresAt.toISOString(),
  }))
  return {
    holder: { type: 'HOLD', id: hold.key },
    version: hold.version,
    organizationId: hold.organizationId,
    applicationId: hold.applicationId,
    ...(hold.serviceTypeId !== undefined && { serviceTypeId: hold.serviceTypeId }),
    ...(hold.queueId !== undefined && { queueId: hold.queueId }),
    start: hold.start,
    end: hold.end,
    claims: hasEnded ? [] : claims,
  }
}
