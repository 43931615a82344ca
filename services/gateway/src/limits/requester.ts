import type { Request } from 'express'
import { ipKeyGenerator } from 'express-rate-limit'
import { isStaff } from '@appointments/contracts'
import type { Visitor } from '../authentication/visitors.ts'
import type { Party } from '../capacity/turns.ts'

/** Identifies whom a request counts against. */
export interface Requester {
  /** The caller by its credentials, otherwise by its address. */
  key: string
  /** Staff, a machine or a registered client; it acts for many customers. */
  isClient: boolean
  /**
   * Keys by which its one-time passwords and wrong codes are counted: `key` and, unless the caller is a client, its
   * address, because a stranger may hold the links of many customers.
   */
  countedBy: readonly string[]
}

/** The client's address without a port. Some proxies add the port, which changes with every connection. */
const ipOf = ({ ip = '' }: Pick<Request, 'ip'>): string =>
  /^(\d+(?:\.\d+){3}):\d+$/.exec(ip)?.[1] ?? /^\[(.+)\](?::\d+)?$/.exec(ip)?.[1] ?? ip

/** The key for requests without credentials: an IPv4 address, or the network of an IPv6 client. */
export const addressOf = (request: Request): string => ipKeyGenerator(ipOf(request))

/** Prefix length of the network that an IPv6 client usually has to itself. */
const NETWORK_OF_CLIENT = 64

/** The address of a client without credentials: an IPv4 address, or the network of an IPv6 client. */
export const visitorAddressOf = (request: Pick<Request, 'ip'>): string =>
  ipKeyGenerator(ipOf(request), NETWORK_OF_CLIENT)

/** Whom the request counts against: the visitor if it has credentials, otherwise its address. */
export function requesterOf(
  request: Request,
  { caller, countedBy }: Pick<Visitor, 'caller' | 'countedBy'>,
): Requester {
  const address = addressOf(request)
  if (countedBy === undefined) return { key: address, isClient: false, countedBy: [address] }
  const isClient = isStaff(caller) || caller.clientId !== undefined
  return { key: countedBy, isClient, countedBy: isClient ? [countedBy] : [countedBy, address] }
}

/** A client that does not vouch for the application: its requests count like anyone else's. */
export const asStranger = (request: Request, { key }: Requester): Requester => ({
  key,
  isClient: false,
  countedBy: [key, addressOf(request)],
})

/** Whom a request counts for while it waits for capacity: its organization, and within it the user or {@link requesterOf}. */
export const partyOf = (request: Request, visitor: Visitor): Party => ({
  organization: visitor.caller.organizationId ?? '',
  caller: visitor.caller.userId ?? requesterOf(request, visitor).key,
})
