import { render } from 'preact'
import { send } from '../api/send.ts'
import { settings } from '../api/settings.ts'
import '../ui/base.css'
import { createInbox } from './inbox.ts'
import { MessagesPage } from './messages-page.tsx'
import type { SeenMessage } from './seen-message.ts'

const REFRESH_MS = 2500

const place = document.getElementById('page')
if (place) {
  const inbox = createInbox(() =>
    send<SeenMessage[]>('dev/messages', { headers: { accept: 'application/json' } }),
  )
  await inbox.refresh()
  place.replaceChildren()
  render(<MessagesPage inbox={inbox} root={settings.root()} />, place)
  addEventListener('popstate', () => inbox.follow())
  const refresh = () => {
    if (!document.hidden) void inbox.refresh()
  }
  setInterval(refresh, REFRESH_MS)
  document.addEventListener('visibilitychange', refresh)
}
