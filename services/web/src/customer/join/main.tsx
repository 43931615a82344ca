import { render } from 'preact'
import { openSession, ticketOfPage } from '../../api/session.ts'
import { useLanguage } from '../../text/words.ts'
import '../../ui/base.css'
import { createJoin } from './join.ts'
import { JoinPage } from './join-page.tsx'

const MIN_PAUSE_MS = 5000

const place = document.getElementById('page')
if (place) {
  await useLanguage()
  const join = createJoin(() => openSession(ticketOfPage()))
  await join.refresh()
  place.replaceChildren()
  render(<JoinPage join={join} />, place)
  // the page may be outdated when the visitor comes back to it
  document.addEventListener('visibilitychange', () => {
    if (!document.hidden && join.age() > MIN_PAUSE_MS) void join.refresh()
  })
}
