import type { ComponentChildren } from 'preact'
import { say } from '../../text/words.ts'
import { Button } from '../../ui/button.tsx'
import { addressOf, go, place } from '../place.ts'
import { useWide } from './use-wide.ts'
import styles from './desk.module.css'

interface Props {
  /** The number of filters that are set. */
  count: number
  children: ComponentChildren
}

/** The filters of a list. On a small screen they are folded, so that the list is in view. */
export function Filters({ count, children }: Props) {
  const isWide = useWide()
  const group = (
    <div class={styles.filters} role="group" aria-label={say('list.filters')}>
      {children}
      {(count > 0 || place.value.words !== '') && (
        <Button onClick={() => go(addressOf(place.value.view))}>{say('list.clear')}</Button>
      )}
    </div>
  )
  if (isWide) return group
  return (
    <details class={styles.folded}>
      <summary>{say('list.filtersSet', { count })}</summary>
      {group}
    </details>
  )
}
