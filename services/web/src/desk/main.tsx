import { render } from 'preact'
import { useLanguage } from '../text/words.ts'
import '../ui/base.css'
import { callWith } from './api/call.ts'
import { createDeskApi } from './api/desk-api.ts'
import { deskWords } from './desk-words.ts'
import { Entrance } from './entrance.tsx'
import { followChanges } from './live/follow-changes.ts'
import { createLive } from './live/live.ts'
import { followAddress } from './place.ts'
import { issuerOfDesk } from './session/read-config.ts'
import { createSession } from './session/session.ts'

const page = document.getElementById('page')
if (page) {
  const session = createSession(issuerOfDesk)
  // the sign-in first, because it restores the address, which names the language
  await Promise.all([session.start(), useLanguage({ more: deskWords })])
  followAddress()
  page.replaceChildren()
  const api = createDeskApi(callWith(session))
  render(
    <Entrance
      session={session}
      api={api}
      openLive={(userId) => createLive(followChanges(session), userId)}
    />,
    page,
  )
}
