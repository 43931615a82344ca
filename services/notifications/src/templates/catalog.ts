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
    /** Opens the room of an appointment that has one. */
    join: string
    /** Opens the page of an appointment without a room. */
    enter: string
    /** What becomes of the link a customer already has when the appointment moves. */
    sameLink: string
    newLink: string
    manage: string
    codeValid: string
    footer: string
    unsubscribe: string
  }
  /** A `count` of minutes (ICU MessageFormat). */
  minutes: string
  mails: Record<MessageName, MailWords>
  /** Begins an SMS of a company that has a name. */
  sender: string
  texts: Record<MessageName, string>
}

/** Values a template may use; every one is always there, so that a template which names another fails at once. */
export interface MessageValues {
  /** Name of the company; empty if it gave none. */
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
  /** The room link if the appointment is open to join; otherwise empty. */
  joinLink: string
  /** Not empty if the appointment has a room for a video call. */
  video: string
  /** Whether the manage link stays the same or is new, in words. */
  linkNote: string
  code: string
  /** How long the code is valid, in words. */
  minutes: string
}
