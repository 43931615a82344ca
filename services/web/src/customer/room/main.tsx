import { render } from 'preact'
import { readProfile } from '../../api/profile.ts'
import { readRoom } from '../../api/room-view.ts'
import { openSession } from '../../api/session.ts'
import { ticketIn } from '../../api/ticket.ts'
import { useLanguage } from '../../text/words.ts'
import '../../ui/base.css'
import { forgetTestRoom, pageBeforeRoom } from '../test-room.ts'
import { createRoom } from './room.ts'
import { RoomPage } from './room-page.tsx'

const place = document.getElementById('page')
if (place) {
  await useLanguage()
  const before = pageBeforeRoom()
  const room = createRoom({
    readRoom,
    profileOf: readProfile,
    openSession:
      before === undefined ? undefined : () => openSession(ticketIn(new URL(before, location.href).pathname)),
    goBack: () => {
      forgetTestRoom()
      location.replace(before ?? location.href)
    },
  })
  await room.open()
  place.replaceChildren()
  render(<RoomPage room={room} />, place)
}
