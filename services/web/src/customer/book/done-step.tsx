import type { Booked } from '../../api/booking.ts'
import { haveSameTime, oneLine, zoneNameOf } from '../../text/times.ts'
import { pageLocale, say } from '../../text/words.ts'
import { Button } from '../../ui/button.tsx'
import { isEmbedded } from '../../ui/embedding.ts'
import parts from '../../ui/parts.module.css'
import { AddToCalendar } from '../add-to-calendar.tsx'
import type { Book } from './book.ts'
import { masked } from './details.ts'
import { nameOf, placeText } from './service-texts.ts'

/** The service and the time come first, and are too long for half a line. */
const NEED_WIDTH = 2

/** The booked appointment, and the next steps. */
export function DoneStep({ book, booked }: { book: Book; booked: Booked }) {
  const { service, profile, zone, ownZone } = book.choice
  const locale = pageLocale()
  const span = { start: Date.parse(booked.start), end: Date.parse(booked.end) }
  const channel = booked.place.channel
  const place = placeText(channel, booked.place.text ?? profile.value.address)
  const agent = booked.participants.find(({ type, displayName }) => type === 'AGENT' && displayName)
  const manage = booked.links?.manage
  const title = booked.title ?? (service.value ? nameOf(service.value) : say('title.manage'))
  const elsewhere = haveSameTime(span, zone.value, ownZone.value)
    ? undefined
    : say('time.elsewhere', {
        times: oneLine(span, ownZone.value, locale),
        zone: zoneNameOf(span.start, ownZone.value, locale),
      })
  const facts = [
    [say('done.what'), service.value ? nameOf(service.value) : title],
    [
      say('done.when'),
      oneLine(span, zone.value, locale),
      zoneNameOf(span.start, zone.value, locale),
      elsewhere,
    ],
    ...(agent?.displayName === undefined ? [] : [[say('done.with'), agent.displayName]]),
    [say('done.where'), place],
  ]
  return (
    <div class={parts.stack}>
      <dl class={parts.facts}>
        {facts.map(([label, value, ...notes], index) => (
          <div key={label} class={index < NEED_WIDTH ? parts.wide : undefined}>
            <dt>{label}</dt>
            <dd class={parts.factValue}>{value}</dd>
            {notes.map(
              (note) =>
                note !== undefined && (
                  <dd class={parts.soft} key={note}>
                    {note}
                  </dd>
                ),
            )}
          </div>
        ))}
      </dl>
      <NextSteps book={book} booked={booked} channel={channel} />
      <AddToCalendar
        event={{ ...span, title, place, description: manage }}
        file={manage === undefined ? undefined : () => book.calendarFile(manage)}
      />
      <div class={parts.choices}>
        {manage !== undefined && (
          <a class="button main" href={manage} rel="noreferrer" {...(isEmbedded() && { target: '_blank' })}>
            {say('done.manage')}
          </a>
        )}
        <Button onClick={() => void book.bookAnother()}>{say('done.another')}</Button>
      </div>
    </div>
  )
}

interface NextProps {
  book: Book
  booked: Booked
  channel: 'VIDEO' | 'PHONE' | 'IN_PERSON'
}

function NextSteps({ book: { sent }, booked, channel }: NextProps) {
  const manage = booked.links?.manage
  // messages go only to the verified address, and by default a confirmation is sent only by e-mail
  const isConfirmed = booked.notificationsActive && sent.value?.channel === 'EMAIL'
  const confirmedTo = isConfirmed ? sent.value?.to : undefined
  const hasLink = confirmedTo !== undefined || manage !== undefined
  if (!hasLink && channel !== 'PHONE') return null
  return (
    <div class={`${parts.notice} ${parts.good}`}>
      <h2>{say('done.next')}</h2>
      {confirmedTo !== undefined && <p>{say('done.sent', { to: masked('EMAIL', confirmedTo) })}</p>}
      {confirmedTo === undefined && manage !== undefined && <LinkToKeep manage={manage} />}
      {hasLink && channel === 'VIDEO' && <p>{say('done.video')}</p>}
      {channel === 'PHONE' && <p>{say('done.phone')}</p>}
    </div>
  )
}

/** The manage link, for a visitor to whom no confirmation is promised. */
const LinkToKeep = ({ manage }: { manage: string }) => (
  <>
    <p>{say('done.keep')}</p>
    <p>
      <a class={parts.textLink} href={manage} rel="noreferrer" {...(isEmbedded() && { target: '_blank' })}>
        {manage}
      </a>
    </p>
    <p>{say('done.keepHow')}</p>
  </>
)
