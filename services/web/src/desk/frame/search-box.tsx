import { say } from '../../text/words.ts'
import { addressOf, go, place } from '../place.ts'
import { Icon } from '../ui/icon.tsx'
import styles from './frame.module.css'

/** Finds appointments by customer, text or number. The typed text never leaves the fragment of the address. */
export function SearchBox() {
  const { view, words } = place.value
  return (
    <form
      class={styles.search}
      role="search"
      onSubmit={(event) => {
        event.preventDefault()
        const field = event.currentTarget.elements.namedItem('words') as HTMLInputElement
        // if a customer has many appointments, the upcoming ones matter most
        go(addressOf('appointments', undefined, { period: 'all', sort: '-start' }, field.value.trim()))
      }}
    >
      <label>
        <span class="unseen">{say('desk.search')}</span>
        <input
          type="search"
          name="words"
          autocomplete="off"
          placeholder={say('desk.searchHint')}
          defaultValue={view === 'appointments' ? words : ''}
          key={view === 'appointments' ? words : ''}
        />
      </label>
      <button type="submit" aria-label={say('desk.find')}>
        <Icon name="search" />
      </button>
    </form>
  )
}
