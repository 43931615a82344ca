import { say } from '../../text/words.ts'
import { addressOf, place } from '../place.ts'
import styles from './desk.module.css'

/** Links to the first and the next page of a list. The browser's history has the pages in between. */
export function Pages({ nextCursor }: { nextCursor: string | undefined }) {
  const { view, query, words } = place.value
  const at = (after: string | undefined) =>
    addressOf(view, undefined, { ...Object.fromEntries(query), after }, words)
  if (nextCursor === undefined && !query.has('after')) return null
  return (
    <nav class={styles.pages} aria-label={say('list.pages')}>
      {query.has('after') && (
        <a class="button" href={at(undefined)}>
          {say('list.first')}
        </a>
      )}
      {nextCursor !== undefined && (
        <a class="button" href={at(nextCursor)}>
          {say('list.nextPage')}
        </a>
      )}
    </nav>
  )
}
