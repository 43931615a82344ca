import { createHash } from 'node:crypto'
import { isStaff, type Caller } from '@appointments/contracts'
import { customerTimes, staffTimes, visitorTimes, type HoldTimes } from './hold.ts'

/** How many holds a caller may have, and how long they live. */
export interface HoldAllowance {
  /** Whose holds are limited together, as a hash. */
  countedAs: string
  times: HoldTimes
  /** The most live holds at a time. */
  mostLive: number
  /** The most holds made within an hour; undefined: any number. */
  mostAnHour?: number
  /** Whether the hold counts towards the application's limit of public holds. */
  isPublic: boolean
}

/** The most live holds of one application that callers without a token may have in total. */
export const MOST_PUBLIC = 500

/** The allowance of a token, of the manage link of an appointment, of a verified contact, or of an address. */
export function allowanceOf(caller: Caller): HoldAllowance {
  const { userId, clientId, tokenHash, organizationId, customer, verifiedContact, visitor } = caller
  const countedAs = (...parts: unknown[]) =>
    createHash('sha256').update(JSON.stringify(parts)).digest('base64url')
  if (isStaff(caller))
    return {
      countedAs: countedAs('token', organizationId, userId ?? clientId ?? tokenHash),
      times: staffTimes,
      mostLive: 200,
      isPublic: false,
    }
  if (customer)
    return {
      countedAs: countedAs('appointment', customer.appointmentId),
      times: customerTimes,
      mostLive: 1,
      isPublic: false,
    }
  if (verifiedContact)
    return {
      countedAs: countedAs('contact', verifiedContact.channel, verifiedContact.to.toLowerCase()),
      times: customerTimes,
      mostLive: 2,
      isPublic: true,
    }
  return {
    countedAs: countedAs('visitor', visitor),
    times: visitorTimes,
    mostLive: 10,
    mostAnHour: 60,
    isPublic: true,
  }
}
