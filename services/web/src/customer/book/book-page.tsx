import { useEffect } from 'preact/hooks'
import { haveSameTime, moment, zoneNameOf } from '../../text/times.ts'
import { pageLocale, say } from '../../text/words.ts'
import { Chosen, type ChosenPart } from '../../ui/chosen.tsx'
import { Heading } from '../../ui/heading.tsx'
import { NoticePage } from '../../ui/notice.tsx'
import { Page } from '../../ui/page.tsx'
import type { FreeTime } from '../../api/free-times.ts'
import { busyText } from '../failure.tsx'
import { ApiError } from '../../api/send.ts'
import type { Book } from './book.ts'
import { CodeStep } from './code-step.tsx'
import { DetailsStep } from './details-step.tsx'
import { DoneStep } from './done-step.tsx'
import { ServiceStep } from './service-step.tsx'
import { nameOf } from './service-texts.ts'
import type { StepName } from './steps.ts'
import { TimeStep } from './time-step.tsx'

/** The page on which visitors book. */
export function BookPage({ book }: { book: Book }) {
  const opening = book.opening.value
  const heading = headingOf(book)
  const { name } = book.choice.profile.value
  const isWrong = book.faults.value.length > 0
  useEffect(() => {
    const title = name === undefined ? heading : `${heading} – ${name}`
    document.title = isWrong ? say('book.error', { title }) : title
  }, [heading, name, isWrong])
  if (opening.kind === 'loading') return null
  if (opening.kind === 'unavailable')
    return <NoticePage heading={say('book.unavailable')} text={[say('end.contact')]} />
  if (opening.kind === 'failed') {
    const isLimited = opening.error instanceof ApiError && opening.error.status === 429
    const [first = '', ...text] = isLimited
      ? busyText(opening.error)
      : [say('book.unreachable'), say('fault.connection')]
    return <NoticePage heading={first} text={text} onRetry={() => void book.open()} />
  }
  const step = book.step.value
  return (
    <Page>
      <Heading key={step} text={heading} takesFocus={book.hasActed.value} />
      {step !== 'done' && <Chosen parts={chosenBefore(step, book)} />}
      <Step book={book} />
    </Page>
  )
}

function Step({ book }: { book: Book }) {
  switch (book.step.value) {
    case 'service':
      return <ServiceStep book={book} />
    case 'time':
      return <TimeStep book={book} />
    case 'details':
      return <DetailsStep book={book} />
    case 'code':
      return <CodeStep book={book} />
    case 'done':
      return book.booked.value ? <DoneStep book={book} booked={book.booked.value} /> : null
  }
}

function headingOf({ opening, step, sent }: Book): string {
  if (opening.value.kind !== 'ready') return say('title.book')
  switch (step.value) {
    case 'service':
      return say('book.service')
    case 'time':
      return say('move.title')
    case 'details':
      return say('book.details')
    case 'code':
      return say(sent.value?.channel === 'SMS' ? 'code.sms' : 'code.email')
    case 'done':
      return say('done.title')
  }
}

/** The choices of the steps before this one. */
function chosenBefore(step: StepName, { choice, details, goTo }: Book): ChosenPart[] {
  const { service, services, time, zone } = choice
  const parts: ChosenPart[] = []
  if (service.value && step !== 'service') {
    const isChoice = services.value.length > 1
    parts.push({
      label: say('book.what'),
      value: nameOf(service.value),
      onChange: isChoice ? () => void goTo('service') : undefined,
    })
  }
  const chosen = time.value
  if (chosen && (step === 'details' || step === 'code'))
    parts.push({
      label: say('book.when'),
      value: moment(chosen.start, zone.value, pageLocale()),
      notes: [zoneNameOf(chosen.start, zone.value, pageLocale()), ...inOwnZone(chosen, choice)],
      onChange: () => void goTo('time', choice.dayOf(chosen)),
    })
  if (step === 'code')
    parts.push({
      label: say('book.who'),
      value: `${details.value.firstName.trim()} ${details.value.lastName.trim()}`,
      onChange: () => void goTo('details'),
    })
  return parts
}

/** The time in the appointment's own zone; empty if it is the same in the shown zone. */
function inOwnZone(time: FreeTime, { zone, ownZone }: Book['choice']): string[] {
  if (haveSameTime(time, zone.value, ownZone.value)) return []
  const elsewhere = {
    times: moment(time.start, ownZone.value, pageLocale()),
    zone: zoneNameOf(time.start, ownZone.value, pageLocale()),
  }
  return [say('time.elsewhere', elsewhere)]
}
