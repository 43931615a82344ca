import type { NotificationType, UsedTemplate } from '@appointments/contracts'
import { isAhead } from '../domain/send/fence.ts'
import { hasInvite } from '../domain/plan/matrix.ts'
import { isOptional } from '../domain/consent/suppression.ts'
import { commonWords, framed, type Action, type CommonWords, type Row } from '../templates/render.ts'
import { lookOf, senderNameOf } from './company.ts'
import { domainOf, oneLine } from './header-text.ts'
import { inviteOf, type Invite } from './invite.ts'
import { propagatedHeaders } from './propagated-headers.ts'
import type { Installation, MessageSource } from './message-source.ts'
import { isByVideo } from '../domain/wording/by-video.ts'
import { placeText } from './place-text.ts'
import { spokenValues, type Spoken } from './values.ts'

/** A mail, ready to be sent. */
export interface Mail {
  /** Part of the Message-ID, the same on every attempt. */
  id: string
  domain: string
  /** Threads the mails about one appointment. */
  references?: string
  from: { name: string; address: string }
  replyTo?: string
  to: { name: string; address: string }
  subject: string
  text: string
  html: string
  invite?: Invite
  /** The template it was rendered with; absent if applications cannot customize it. */
  template?: UsedTemplate
  /** Additional headers. */
  headers?: Record<string, string>
}

/** Types without the appointment's details; they only say what happened. */
const WITHOUT_DETAILS: readonly NotificationType[] = ['FOLLOW_UP', 'IN_PROGRESS', 'COMPLETED']

/**
 * The mail of a notification.
 * @param address the customer's mail address
 */
export function mailOf(
  source: MessageSource,
  address: string,
  installation: Installation,
): Mail & { template: UsedTemplate } {
  const { notification, application, customer } = source
  const spoken = spokenValues(source, 'mail', installation)
  const { locale, values, wording } = spoken
  const { subject: subjectLine, heading, intro } = wording.mail(values)
  const words = commonWords(locale.words, values)
  const subject = oneLine(subjectLine)
  const { applicationId, type } = notification
  const optOutLink = isOptional(type) ? installation.unsubscribe.linkFor(applicationId, address) : undefined
  const bodies = framed({
    locale: locale.formats,
    subject,
    preview: `${heading}. ${values.whenShort}`,
    brand: values.brand,
    colon: words.colon,
    heading,
    greeting: values.name === '' ? words.greetingWithoutName : words.greeting,
    intro,
    code: '',
    codeLabel: '',
    codeValid: '',
    rows: rowsOf(source, spoken, words),
    actions: actionsOf(notification.type, spoken, words),
    footer: words.footer,
    optOut: optOutLink === undefined ? [] : [{ label: words.unsubscribe, link: optOutLink }],
    look: lookOf(source.brand, words, installation),
  })
  const domain = domainOf(installation.mailFrom)
  const { emailAddress, replyTo } = application.notifications.from ?? {}
  const from = {
    name: oneLine(senderNameOf(source, installation)),
    address: emailAddress ?? installation.mailFrom,
  }
  const name = oneLine([customer.firstName, customer.lastName].filter(Boolean).join(' '))
  return {
    id: notification.id,
    domain,
    references: notification.appointmentId,
    from,
    ...(replyTo !== undefined && { replyTo }),
    to: { name, address },
    subject,
    ...bodies,
    template: wording.used,
    headers: { ...propagatedHeaders(source), ...optOutHeaders(optOutLink) },
    ...(hasInvite(application, notification.type) && {
      invite: inviteOf(source, {
        domain,
        from,
        to: { name, address },
        values,
        place: isByVideo(source.whole) ? undefined : placeText(source.whole, words),
        description: bodies.text,
      }),
    }),
  }
}

/** Headers for one-click unsubscribing, which requires https (RFC 2369, RFC 8058). */
const optOutHeaders = (link: string | undefined): Record<string, string> =>
  link === undefined
    ? {}
    : {
        'List-Unsubscribe': `<${link}>`,
        ...(link.startsWith('https:') && { 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' }),
      }

function rowsOf(
  { notification, whole, application }: MessageSource,
  { values, time }: Spoken,
  words: CommonWords,
): Row[] {
  const { title, notes, cancellation } = whole.appointment
  const { type } = notification
  if (WITHOUT_DETAILS.includes(type)) return []
  const row = (label: string, value: string | undefined, struck = false): Row[] =>
    value ? [{ label, value, struck }] : []
  return [
    ...row(words.subject, title),
    ...row(words.when, time.when, type === 'CANCELLED'),
    ...(values.before === values.when ? [] : row(words.before, values.before, true)),
    ...row(words.timeZone, time.zone),
    ...row(words.with, values.agent),
    ...row(words.where, placeText(whole, words)),
    ...(application.notesForCustomers ? row(words.notes, notes) : []),
    ...(type === 'CANCELLED' ? row(words.reason, cancellation?.reason) : []),
  ]
}

function actionsOf(type: NotificationType, { values }: Spoken, words: CommonWords): Action[] {
  if (!isAhead(type)) return []
  const manage = { label: words.manage, link: values.manageLink }
  if (values.joinLink === '') return [{ ...manage, main: true }]
  const label = values.video === '' ? words.enter : words.join
  return [
    { label, link: values.joinLink, main: true },
    { ...manage, main: false },
  ]
}
