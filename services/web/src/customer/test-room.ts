import { settings } from '../api/settings.ts'

/* The test room gets the customer's link from the page that led to it, through the storage of the tab. */

const KEY = 'test-room'

interface Note {
  /** Path of the room. */
  room: string
  /** Path of the page that led to it; it ends with the ticket. */
  join: string
}

/** Stores the link of this page if the address is that of the test room of this installation. */
export function noteTestRoom(address: string): void {
  const { origin, pathname } = new URL(address)
  if (origin !== location.origin || !pathname.startsWith(`${settings.root()}/rooms/`)) return
  const note: Note = { room: pathname, join: location.pathname + location.search }
  sessionStorage.setItem(KEY, JSON.stringify(note))
}

/** The page that led to the room of this page; undefined if the room was opened directly. */
export function pageBeforeRoom(): string | undefined {
  try {
    const { room, join } = JSON.parse(sessionStorage.getItem(KEY) ?? '{}') as Partial<Note>
    return room === location.pathname && join?.startsWith(`${settings.root()}/join/`) ? join : undefined
  } catch {
    return undefined
  }
}

/** Forgets the link. */
export const forgetTestRoom = (): void => sessionStorage.removeItem(KEY)
