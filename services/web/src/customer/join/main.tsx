import { render } from 'preact'
import { openSession } from '../../api/session.ts'
import { ticketOfPage } from '../../api/ticket.ts'
import { useLanguage } from '../../text/words.ts'
import '../../ui/base.css'
import { openRoom } from '../test-room.ts'
import { createJoin, type Visit } from './join.ts'
import { JoinPage } from './join-page.tsx'

const MIN_PAUSE_MS = 5000

/** The history of the tab keeps the visit, so that another tab or a new link starts from the beginning. */
const visit: Visit = {
  visited: () => (history.state as { visited?: string } | null)?.visited,
  enter: (address, visited) => {
    history.replaceState({ ...(history.state as object | null), visited }, '')
    openRoom(address)
  },
}

const place = document.getElementById('page')
if (place) {
  await useLanguage()
  const join = createJoin(() => openSession(ticketOfPage()), visit)
  await join.refresh()
  place.replaceChildren()
  render(<JoinPage join={join} />, place)
  // the page may be outdated when the visitor comes back to it
  document.addEventListener('visibilitychange', () => {
    if (!document.hidden && join.age() > MIN_PAUSE_MS) void join.refresh()
  })
  addEventListener('pageshow', ({ persisted }) => {
    if (persisted) void join.refresh()
  })
  // a scanner that opens links triggers neither event
  for (const event of ['pointerdown', 'keydown'] as const)
    document.addEventListener(event, () => void join.noticed())
}
