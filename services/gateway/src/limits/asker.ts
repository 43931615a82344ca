import type { Request } from 'express'
import { ipKeyGenerator } from 'express-rate-limit'
import { isStaff } from '@appointments/contracts'
import type { Visitor } from '../authentication/visitors.ts'
import type { Party } from '../capacity/turns.ts'

/** Who a request is counted by. */
export interface Asker {
  key: string
  /**
   * - `client`: staff, a machine or a registered client, counted by itself
   * - `customer`: the holder of a customer's token, counted by itself
   * - `address`: somebody without credentials, counted together with everybody behind the same address
   */
  kind: 'client' | 'customer' | 'address'
}

/** The address that requests without credentials are counted by: an IPv4 address, or the IPv6 network of a client. */
export const addressOf = (request: Request): string => ipKeyGenerator(request.ip ?? '')

/** Who asks: the visitor itself if it has credentials, else its address. */
export function askerOf(
  request: Request,
  { caller, countedBy }: Pick<Visitor, 'caller' | 'countedBy'>,
): Asker {
  if (countedBy === undefined) return { key: addressOf(request), kind: 'address' }
  const isClient = isStaff(caller) || caller.clientId !== undefined
  return { key: countedBy, kind: isClient ? 'client' : 'customer' }
}

/** Who a request counts for while it waits for capacity: its organization, and within it the user or {@link askerOf}. */
export const partyOf = (request: Request, visitor: Visitor): Party => ({
  organization: visitor.caller.organizationId ?? '',
  caller: visitor.caller.userId ?? askerOf(request, visitor).key,
})
