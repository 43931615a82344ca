import { render } from 'preact'
import { openSession } from '../../api/session.ts'
import { ticketOfPage } from '../../api/ticket.ts'
import { useLanguage } from '../../text/words.ts'
import '../../ui/base.css'
import { openRoom } from '../test-room.ts'
import { createManage } from './manage.ts'
import { ManagePage } from './manage-page.tsx'

const place = document.getElementById('page')
if (place) {
  await useLanguage()
  const manage = createManage(() => openSession(ticketOfPage()), openRoom)
  await manage.open()
  place.replaceChildren()
  render(<ManagePage manage={manage} />, place)
}
