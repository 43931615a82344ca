import { signal } from '@preact/signals'
import { settings } from '../api/settings.ts'
import { decoded } from '../text/decoded.ts'
import { say } from '../text/words.ts'

/** The part of the desk that its address names. */
export interface Place {
  /** `today` for the address of the desk alone. */
  view: string
  id: string | undefined
  /** Filters. */
  query: URLSearchParams
  /** Search words and contacts, which no server sees. */
  words: string
}

const WORDS = '#q='

export function placeIn({ pathname, search, hash }: Pick<Location, 'pathname' | 'search' | 'hash'>): Place {
  const [view = '', id] = pathname
    .slice(`${settings.root()}/desk`.length)
    .split('/')
    .filter((part) => part !== '')
    .map(decoded)
  return {
    view: view === '' ? 'today' : view,
    id,
    query: new URLSearchParams(search),
    words: hash.startsWith(WORDS) ? decoded(hash.slice(WORDS.length)) : '',
  }
}

/** The place of this page. */
export const place = signal<Place>({ view: 'today', id: undefined, query: new URLSearchParams(), words: '' })

/** How often an action of the person has changed the place; the new view then takes the focus. */
export const visits = signal(0)

/** The address of a view. It keeps the chosen language and the application of the present address. */
export function addressOf(
  view: string,
  id?: string,
  query?: Record<string, string | undefined>,
  words = '',
): string {
  const path = [
    settings.root(),
    'desk',
    ...(view === 'today' ? [] : [view]),
    ...(id === undefined ? [] : [id]),
  ]
  const application = place.value.query.get('application') ?? undefined
  // a choice of the language changes the address, but not the place
  const lang = new URLSearchParams(location.search).get('lang') ?? undefined
  const given = Object.entries({ lang, application, ...query }).filter((one): one is [string, string] =>
    Boolean(one[1]),
  )
  const search = new URLSearchParams(given).toString()
  return (
    path.map((part, index) => (index === 0 ? part : encodeURIComponent(part))).join('/') +
    (search === '' ? '' : `?${search}`) +
    (words === '' ? '' : WORDS + encodeURIComponent(words))
  )
}

/** The address of the place. */
let address = ''
const read = () => {
  place.value = placeIn(location)
  address = location.href
}

/** Whether the person would lose input by leaving the place; undefined if there is no form. */
let hasInput: (() => boolean) | undefined
const warn = (event: Event) => {
  if (hasInput?.()) event.preventDefault()
}

/**
 * Asks the person for confirmation before leaving the place while a form has unsaved input.
 * @returns a function that stops asking
 */
export function askBeforeLeaving(hasUnsaved: () => boolean): () => void {
  hasInput = hasUnsaved
  addEventListener('beforeunload', warn)
  return () => {
    hasInput = undefined
    removeEventListener('beforeunload', warn)
  }
}

/** Whether the place may be left. If input would be lost, the person decides. */
export function mayLeave(): boolean {
  if (!hasInput?.()) return true
  if (!mayDiscard()) return false
  hasInput = undefined
  return true
}

/** Asks the person whether unsaved input may be discarded. */
export const mayDiscard = (): boolean => confirm(say('desk.discard'))

/** Shows another address, as an entry of the history or in place of the present one. */
export function go(next: string, isReplacement = false): void {
  if (new URL(next, location.href).href !== location.href && !mayLeave()) return
  if (isReplacement) history.replaceState(history.state, '', next)
  else history.pushState(null, '', next)
  read()
  if (!isReplacement) {
    visits.value++
    scrollTo(0, 0)
  }
}

/** Changes filters of the address. An undefined value removes one. */
export function setQuery(changes: Record<string, string | undefined>, words = place.value.words): void {
  const { view, id, query } = place.value
  go(addressOf(view, id, { ...Object.fromEntries(query), ...changes }, words), true)
}

/** Follows changes of the address, and opens links of the desk without reloading the page. */
export function followAddress(): void {
  read()
  addEventListener('popstate', () => {
    if (!mayLeave()) {
      // the browser has already gone to the other entry of its history
      history.pushState(null, '', address)
      return
    }
    read()
    visits.value++
  })
  addEventListener('hashchange', read)
  document.addEventListener('click', (event) => {
    const link = event.target instanceof Element ? event.target.closest('a') : null
    const isPlain = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey
    if (!link || !isPlain || link.target !== '' || event.defaultPrevented) return
    const { origin, pathname } = new URL(link.href)
    const root = `${settings.root()}/desk`
    if (origin !== location.origin || (pathname !== root && !pathname.startsWith(`${root}/`))) return
    event.preventDefault()
    go(link.href)
  })
}
