import { render } from 'preact'
import { readRoom } from '../../api/room-view.ts'
import { useLanguage } from '../../text/words.ts'
import '../../ui/base.css'
import { RoomPage } from './room-page.tsx'

const place = document.getElementById('page')

async function show(target: HTMLElement): Promise<void> {
  const room = await readRoom().catch((error: unknown) => ({ error }))
  await useLanguage(room && 'locale' in room ? room.locale : undefined)
  target.replaceChildren()
  render(<RoomPage room={room} onRetry={() => void show(target)} />, target)
}

if (place) {
  await useLanguage()
  await show(place)
}
