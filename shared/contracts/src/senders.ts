import { z } from 'zod'
import { smsSender, type Application } from './applications.ts'
import { email } from './fields.ts'

/** Wildcard for every organization and for every sender. */
const EVERY = '*'

/**
 * The senders an organization may use, by organization; {@link EVERY} also covers applications without one.
 */
export type Senders = ReadonlyMap<string, ReadonlySet<string>>

/**
 * A list of senders per organization, such as `org-1=appointments@acme.example,+4930123456;org-2=*@beta.example`. A
 * semicolon or a line break separates organizations. Reserved characters in an organization are percent-encoded.
 */
export const senders = z.string().transform((text, context): Senders => {
  const lists = new Map<string, Set<string>>()
  const fault = (message: string) => context.addIssue({ code: 'custom', message })
  for (const entry of text.split(/[;\n]/).map((part) => part.trim())) {
    if (entry === '') continue
    const [, name = '', list = ''] = /^([^=]+)=(.*)$/.exec(entry) ?? []
    const organization = readOrganization(name.trim())
    if (organization === undefined) {
      fault(`must be like org-1=appointments@acme.example,+4930123456;*=*@example.com, not "${entry}"`)
      continue
    }
    const allowed = lists.get(organization) ?? new Set()
    lists.set(organization, allowed)
    for (const item of list.split(',').map((part) => part.trim())) {
      if (item === '') continue
      const sender = listed(item)
      if (sender === undefined)
        fault(`must list e-mail addresses, *@domain, SMS senders or *; "${item}" is none of these`)
      else allowed.add(sender)
    }
  }
  return lists
})

/** The organization that a setting names, with reserved characters percent-encoded; undefined if there is none. */
export function readOrganization(name: string): string | undefined {
  if (name === '') return undefined
  try {
    return decodeURIComponent(name)
  } catch {
    return undefined
  }
}

/** An item of the list in comparable form: an address as in the settings of an application, in lower case. */
function listed(item: string): string | undefined {
  if (item === EVERY) return item
  if (item.startsWith('*@')) {
    const address = email.safeParse(`any${item.slice(1)}`)
    return address.success ? `*${domainOf(compared(address.data))}` : undefined
  }
  const sender = z.union([email, smsSender]).safeParse(item)
  return sender.success ? compared(sender.data) : undefined
}

const compared = (sender: string) => sender.toLowerCase()
const domainOf = (address: string) => address.slice(address.lastIndexOf('@'))

interface SenderSettings {
  /** Without it every sender is allowed. */
  SENDERS?: Senders | undefined
  MAIL_FROM?: string | undefined
  SMS_FROM?: string | undefined
}

/**
 * Settings of an application that name a sender. The reply-to address is not one, because no mail is sent in
 * its name.
 */
export type SenderField = 'emailAddress' | 'smsSender'
const senderFields: readonly SenderField[] = ['emailAddress', 'smsSender']

/** Finds senders in the settings of an application that its organization may not use. */
export type ForbiddenSenders = (
  application: Pick<Application, 'organizationId' | 'notifications'>,
) => readonly SenderField[]

/**
 * The check for the configured list of senders; every application may use the senders of the installation.
 */
export function forbiddenSenders({ SENDERS, MAIL_FROM, SMS_FROM }: SenderSettings): ForbiddenSenders {
  if (!SENDERS) return () => []
  const own = [MAIL_FROM, SMS_FROM].filter((sender) => sender !== undefined).map(compared)
  return ({ organizationId, notifications }) => {
    const lists = [EVERY, ...(organizationId === undefined ? [] : [organizationId])].map((name) =>
      SENDERS.get(name),
    )
    const isAllowed = (sender: string) =>
      own.includes(sender) ||
      lists.some(
        (list) =>
          list?.has(EVERY) ||
          list?.has(sender) ||
          (sender.includes('@') && list?.has(`*${domainOf(sender)}`)),
      )
    return senderFields.filter((field) => {
      const sender = notifications.from?.[field]
      return sender !== undefined && !isAllowed(compared(sender))
    })
  }
}
