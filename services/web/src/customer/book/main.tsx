import { render } from 'preact'
import { createBookingApi } from '../../api/booking.ts'
import { useLanguage } from '../../text/words.ts'
import '../../ui/base.css'
import { isEmbedded } from '../../ui/embedding.ts'
import { onLeaving } from '../holding.ts'
import { createBook } from './book.ts'
import { BookPage } from './book-page.tsx'
import { reportAround } from './report.ts'
import { applicationOfPage, createSteps } from './steps.ts'

const place = document.getElementById('page')
if (place) {
  document.documentElement.classList.toggle('embedded', isEmbedded())
  await useLanguage()
  const applicationId = applicationOfPage()
  const book = createBook({
    applicationId,
    api: createBookingApi(applicationId),
    steps: createSteps(applicationId),
  })
  onLeaving(book.leave)
  await book.open()
  place.replaceChildren()
  render(<BookPage book={book} />, place)
  reportAround(book)
}
