import type { NotificationType } from '@appointments/contracts'

/** Messages to people: a notification type, or a one-time password. */
export type MessageName = NotificationType | 'OTP'

/** The texts of one mail; `{{name}}` is replaced by a value of the message. */
export interface MailWords {
  subject: string
  heading: string
  intro: string
}

/** All texts of a language. Sentences are templates over {@link MessageValues}. */
export interface Catalog {
  locale: string
  words: {
    /** The colon after a label, with the spacing of the language. */
    colon: string
    /** Replaces the title of an appointment without one. */
    untitled: string
    greeting: string
    greetingWithoutName: string
    when: string
    before: string
    timeZone: string
    /** Label of the agent's name. */
    with: string
    where: string
    /** How an appointment takes place. */
    byPhone: string
    byVideo: string
    inPerson: string
    subject: string
    notes: string
    reason: string
    code: string
    /** Label of the link to the room. */
    join: string
    /** Label of the link to an appointment without a room. */
    enter: string
    /** Whether a customer's manage link stays the same when the appointment moves. */
    sameLink: string
    newLink: string
    manage: string
    codeValid: string
    footer: string
    unsubscribe: string
    /** Above the ways to reach the company. */
    help: string
    /** Label of the link to the company's page for help. */
    contact: string
    privacy: string
    terms: string
    imprint: string
  }
  /** A number of minutes, from `count` (ICU MessageFormat). */
  minutes: string
  mails: Record<MessageName, MailWords>
  /** Prefix of an SMS with the company's name. */
  sender: string
  texts: Record<MessageName, string>
}

/** Values for templates. All of them are always set, so that a template with an unknown value fails immediately. */
export interface MessageValues {
  /** Name of the company; empty if it has none. */
  brand: string
  name: string
  /** Display name of the organizer; empty if the directory has none. */
  agent: string
  /** Title of the appointment, or the language's default title. */
  title: string
  /** Day and time, such as `Friday, January 9, 2027 at 10:00 – 10:30 AM`. */
  when: string
  /** Abbreviated day and time. */
  whenShort: string
  /** Day and time before a move, in the appointment's current time zone. */
  before: string
  /** Not empty if a move changed only the time zone. */
  newZone: string
  /** Not empty if a move changed neither the time nor the time zone, such as one that only replaced a customer's link. */
  unmoved: string
  manageLink: string
  roomLink: string
  userMessage: string
  /** The room link if the appointment is open to join; otherwise empty. */
  joinLink: string
  /** Not empty if the appointment has a room for a video call. */
  video: string
  /** A sentence saying whether the manage link stays the same or is new. */
  linkNote: string
  code: string
  /** How long the code is valid, as text. */
  minutes: string
}
