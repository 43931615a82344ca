import { settings } from '../api/settings.ts'

/* The test room gets the customer's link from the page that led to it, through the storage of the tab. */

const KEY = 'test-room'

interface Note {
  /** Path of the room. */
  room: string
  /** Path of the join or manage page that led to it; it ends with the ticket. */
  from: string
}

/** Opens a room in this tab. */
export function openRoom(address: string): void {
  noteTestRoom(address)
  location.assign(address)
}

/** Stores the link of this page if the address is that of the test room of this installation. */
function noteTestRoom(address: string): void {
  const { origin, pathname } = new URL(address)
  if (origin !== location.origin || !pathname.startsWith(`${settings.root()}/rooms/`)) return
  const note: Note = { room: pathname, from: location.pathname + location.search }
  try {
    sessionStorage.setItem(KEY, JSON.stringify(note))
  } catch {
    // a browser that stores nothing opens the room without the link
  }
}

/** The page that led to the room of this page; undefined if the room was opened directly. */
export function pageBeforeRoom(): string | undefined {
  try {
    const { room, from } = JSON.parse(sessionStorage.getItem(KEY) ?? '{}') as Partial<Note>
    const isOwn = ['join', 'manage'].some((page) => from?.startsWith(`${settings.root()}/${page}/`))
    return room === location.pathname && isOwn ? from : undefined
  } catch {
    return undefined
  }
}

/** Forgets the link. */
export const forgetTestRoom = (): void => sessionStorage.removeItem(KEY)
