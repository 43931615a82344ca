import { presentMessage } from './message.ts'
import type { TwilioMessage } from './message.ts'

const DAY_MS = 86_400_000
const DEFAULT_PAGE_SIZE = 50
const LARGEST_PAGE = 1000

/**
 * One page of the account's messages, newest first, filtered by the query.
 * @param largestPage upper limit of the requested page size
 */
export function listMessages(
  accountSid: string,
  all: readonly TwilioMessage[],
  path: string,
  query: URLSearchParams,
  largestPage = LARGEST_PAGE,
) {
  const found = all.filter((message) => fits(message, query)).reverse()
  const pageSize = Math.min(Number(query.get('PageSize') ?? DEFAULT_PAGE_SIZE), largestPage)
  const page = Number(query.get('Page') ?? 0)
  const start = page * pageSize
  const messages = found.slice(start, start + pageSize)
  const uriOf = (number: number) => {
    const other = new URLSearchParams(query)
    other.set('PageSize', String(pageSize))
    other.set('Page', String(number))
    return `${path}?${other.toString()}`
  }
  return {
    messages: messages.map((message) => presentMessage(accountSid, message)),
    page,
    page_size: pageSize,
    start,
    end: start + Math.max(messages.length - 1, 0),
    uri: uriOf(page),
    first_page_uri: uriOf(0),
    next_page_uri: start + pageSize < found.length ? uriOf(page + 1) : null,
    previous_page_uri: page > 0 ? uriOf(page - 1) : null,
  }
}

function fits(message: TwilioMessage, query: URLSearchParams): boolean {
  const equals = (name: string, actual: string | null) => !query.has(name) || query.get(name) === actual
  return equals('To', message.to) && equals('From', message.from) && wasSentThen(message.sentAt, query)
}

/** A bound without a time covers the whole day; both bounds are inclusive. */
function wasSentThen(sentAt: string | null, query: URLSearchParams): boolean {
  const [on, before, after] = ['DateSent', 'DateSent<', 'DateSent>'].map((name) => query.get(name))
  if (!on && !before && !after) return true
  if (sentAt === null) return false
  const sent = Date.parse(sentAt)
  return (
    (!on || new Date(on).toISOString().slice(0, 10) === sentAt.slice(0, 10)) &&
    (!before || sent < Date.parse(before) + (before.length === 10 ? DAY_MS : 1000)) &&
    (!after || sent >= Date.parse(after))
  )
}
