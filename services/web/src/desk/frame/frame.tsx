import type { ComponentChildren } from 'preact'
import { useState } from 'preact/hooks'
import { zoneNameOf } from '../../text/times.ts'
import { pageLocale, say } from '../../text/words.ts'
import { currentZone, ownZone } from '../../text/zoned-time.ts'
import { Button } from '../../ui/button.tsx'
import type { BookDialog } from '../book/book-dialog.tsx'
import type { Desk } from '../desk.ts'
import { addressOf, place } from '../place.ts'
import { isFor, sections } from '../sections.ts'
import { Dialog } from '../ui/dialog.tsx'
import { Icon } from '../ui/icon.tsx'
import { BelowHeading } from '../ui/view.tsx'
import { SearchBox } from './search-box.tsx'
import styles from './frame.module.css'

/** The frame around every view: navigation, choice of the application, search, and who is signed in. */
export function Frame({ desk, children }: { desk: Desk; children: ComponentChildren }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <div class={styles.frame}>
      <a class={`unseen ${styles.skip}`} href="#main" onClick={skip}>
        {say('desk.skip')}
      </a>
      <header class={styles.bar}>
        <button
          class={styles.menu}
          type="button"
          aria-expanded={isOpen}
          aria-controls="navigation"
          onClick={() => setOpen(!isOpen)}
        >
          <Icon name="menu" />
          {say('desk.menu')}
        </button>
        <ApplicationChoice desk={desk} />
        <SearchBox />
        {desk.is('ROLE_AGENT', 'ROLE_CLIENT_SERVICE') && <Book desk={desk} />}
        <Account desk={desk} />
      </header>
      <nav
        class={isOpen ? `${styles.navigation} ${styles.isOpen}` : styles.navigation}
        id="navigation"
        aria-label={say('desk.navigation')}
        onClick={() => setOpen(false)}
      >
        <ul>
          {sections
            .filter((one) => isFor(one, desk))
            .map(({ view, name, icon }) => (
              <li key={view}>
                <a href={addressOf(view)} aria-current={place.value.view === view ? 'page' : undefined}>
                  <Icon name={icon} />
                  {say(name)}
                </a>
              </li>
            ))}
        </ul>
      </nav>
      <main class={styles.main} id="main" tabIndex={-1}>
        <Connection desk={desk} />
        <BelowHeading.Provider value={<Zone desk={desk} />}>{children}</BelowHeading.Provider>
      </main>
    </div>
  )
}

/** Moves the focus without changing the address, whose fragment holds the search words. */
function skip(event: Event): void {
  event.preventDefault()
  document.getElementById('main')?.focus()
}

/** The code of the dialog is loaded when it is first needed. */
function Book({ desk }: { desk: Desk }) {
  const [Loaded, setLoaded] = useState<typeof BookDialog | undefined>(undefined)
  const [isOpen, setOpen] = useState(false)
  const open = async () => {
    const loaded = await import('../book/book-dialog.tsx').catch(() => undefined)
    setLoaded(() => loaded?.BookDialog)
    setOpen(true)
  }
  const close = () => setOpen(false)
  return (
    <>
      <button class={styles.book} type="button" name="book" onClick={() => void open()}>
        {say('booking.open')}
      </button>
      {isOpen && (Loaded ? <Loaded desk={desk} onClose={close} /> : <NewVersion onClose={close} />)}
    </>
  )
}

/** A newer release has replaced the code of the dialog. */
const NewVersion = ({ onClose }: { onClose: () => void }) => (
  <Dialog title={say('desk.newVersion')} onClose={onClose}>
    <Button look="main" onClick={() => location.reload()}>
      {say('desk.reload')}
    </Button>
  </Dialog>
)

function ApplicationChoice({ desk }: { desk: Desk }) {
  const { applications } = desk.me
  const { id, name } = desk.application.value
  if (applications.length === 1) return <p class={styles.application}>{name}</p>
  return (
    <label class={styles.application}>
      <span class="unseen">{say('desk.application')}</span>
      <select
        value={id}
        onChange={({ currentTarget }) => {
          desk.chooseApplication(currentTarget.value)
          // the person may decide to stay
          currentTarget.value = desk.application.value.id
        }}
      >
        {applications.map((one) => (
          <option key={one.id} value={one.id} selected={one.id === id}>
            {one.name}
          </option>
        ))}
      </select>
    </label>
  )
}

function Account({ desk }: { desk: Desk }) {
  const { me } = desk
  const name = me.displayName ?? me.userId ?? say('desk.machine')
  return (
    <div class={styles.account}>
      <span class={styles.name}>
        <Icon name="person" />
        <bdi>{name}</bdi>
      </span>
      <button type="button" onClick={() => desk.signOut()}>
        {say('desk.signOut')}
      </button>
    </div>
  )
}

/** A note while changes do not appear automatically. */
const Connection = ({ desk }: { desk: Desk }) => (
  <p class={styles.lost} role="status">
    {desk.live.isLost.value && say('desk.lost')}
  </p>
)

/** The zone in which times are shown, if the browser has another one. */
function Zone({ desk }: { desk: Desk }) {
  const zone = desk.zone()
  if (currentZone(zone) === ownZone()) return null
  return (
    <p class={styles.zone}>
      {say('time.shown', { zone: zoneNameOf(Date.now(), zone, pageLocale(), 'longGeneric') })}
    </p>
  )
}
