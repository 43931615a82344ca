import type { NotificationType } from '@appointments/contracts'

/** What can be said to a person: a notification type, or a one-time password. */
export type MessageName = NotificationType | 'OTP'

/** The words of one mail; `{{name}}` stands for a value of the message. */
export interface MailWords {
  subject: string
  heading: string
  intro: string
}

/** Everything a language needs. Sentences are templates over {@link MessageValues}. */
export interface Catalog {
  locale: string
  words: {
    /** Stands for the title of an appointment without one. */
    untitled: string
    greeting: string
    greetingWithoutName: string
    when: string
    before: string
    timeZone: string
    subject: string
    notes: string
    reason: string
    code: string
    join: string
    manage: string
    codeValid: string
    footer: string
    unsubscribe: string
  }
  /** A `count` of minutes (ICU MessageFormat). */
  minutes: string
  mails: Record<MessageName, MailWords>
  texts: Record<MessageName, string>
}

/** Values a template may use; every one is always there, so that a template which names another fails at once. */
export interface MessageValues {
  brand: string
  name: string
  /** Title of the appointment, or the language's word for one. */
  title: string
  /** Day and time, such as `Friday, January 9, 2027 at 10:00 – 10:30 AM`. */
  when: string
  /** Day and time in few characters. */
  whenShort: string
  before: string
  manageLink: string
  roomLink: string
  userMessage: string
  code: string
  /** How long the code is valid, in words. */
  minutes: string
}
