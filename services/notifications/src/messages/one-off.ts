import type { Application, Brand, OneOffMessage } from '@appointments/contracts'
import type { MessageValues } from '../templates/catalog.ts'
import { commonWords, framed, mailWords, minutesInWords, textWords } from '../templates/render.ts'
import { localeFor } from '../templates/wording.ts'
import { companyName, lookOf, senderNameOf } from './company.ts'
import { domainOf, oneLine } from './header-text.ts'
import type { Mail } from './mail.ts'
import type { Installation } from './message-source.ts'
import { validityOf, type Text } from './text.ts'

/** The application that a message is sent for. */
interface Sender {
  application: Application
  brand: Brand
}

function spoken(message: OneOffMessage, sender: Sender, now: Date) {
  const locale = localeFor(message.locale ?? '', sender.application)
  const minutes = Math.max(1, Math.round((Date.parse(message.expiresAt) - now.getTime()) / 60_000))
  const values: MessageValues = {
    brand: companyName(sender),
    name: message.customName ?? '',
    agent: '',
    title: '',
    when: '',
    whenShort: '',
    before: '',
    newZone: '',
    unmoved: '',
    manageLink: '',
    roomLink: '',
    joinLink: '',
    video: '',
    linkNote: '',
    userMessage: '',
    code: message.code,
    minutes: minutesInWords(locale.words, minutes),
  }
  return { locale, values }
}

/** The mail with a one-time password. */
export function codeMail(
  id: string,
  message: OneOffMessage,
  by: Sender,
  installation: Installation,
  now: Date,
): Mail {
  const { locale, values } = spoken(message, by, now)
  const { subject: subjectLine, heading, intro } = mailWords(locale.words, 'OTP', values)
  const words = commonWords(locale.words, values)
  const subject = oneLine(subjectLine)
  const { emailAddress, replyTo } = by.application.notifications.from ?? {}
  return {
    id,
    domain: domainOf(installation.mailFrom),
    from: {
      name: oneLine(senderNameOf(by, installation)),
      address: emailAddress ?? installation.mailFrom,
    },
    ...(replyTo !== undefined && { replyTo }),
    to: { name: oneLine(values.name), address: message.to },
    subject,
    ...framed({
      locale: locale.formats,
      subject,
      preview: intro,
      brand: values.brand,
      colon: words.colon,
      heading,
      greeting: values.name === '' ? words.greetingWithoutName : words.greeting,
      intro,
      code: message.code,
      codeLabel: words.code,
      codeValid: words.codeValid,
      rows: [],
      actions: [],
      footer: '',
      optOut: [],
      look: lookOf(by.brand, words, installation),
    }),
  }
}

/**
 * The SMS with a one-time password. Its last line names the host of the pages, so that phones offer the code only on
 * these pages (https://wicg.github.io/sms-one-time-codes/).
 */
export function codeText(
  id: string,
  message: OneOffMessage,
  by: Sender,
  sender: string,
  installation: Installation,
  now: Date,
): Text {
  const { locale, values } = spoken(message, by, now)
  return {
    id,
    to: message.to,
    sender,
    body: `${textWords(locale.words, 'OTP', values)}\n\n@${installation.host} #${message.code}`,
    validityS: validityOf(new Date(message.expiresAt), now),
  }
}
