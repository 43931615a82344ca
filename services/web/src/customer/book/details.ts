import type { Channel, Question, ServiceType } from '../../api/booking.ts'
import { unbroken } from '../../text/unbroken.ts'
import { kept, say } from '../../text/words.ts'

/** The details that a visitor has entered. */
export interface Details {
  firstName: string
  lastName: string
  email: string
  phone: string
  /** How the code is sent. */
  channel: Channel
  /** Answers by the id of their question. */
  answers: Record<string, string | boolean>
  consent: boolean
}

export const noDetails = (channel: Channel): Details => ({
  firstName: '',
  lastName: '',
  email: '',
  phone: '',
  channel,
  answers: {},
  consent: false,
})

/** The fault of a field, in words. */
export interface FieldFault {
  /** Id of the element; undefined if the fault is not about a single field. */
  field?: string
  readonly text: string
}

/** The fault of a field. */
export const faultAt = (field: string, text: () => string): FieldFault => Object.assign(kept(text), { field })

export const answerField = (id: string) => `answer-${id}`

const EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@]+$/
const PHONE = /^\+\d{7,15}$/

/** A phone number without the separators between its digits; the country code begins with a plus. */
export const phoneOf = (text: string): string =>
  text
    .trim()
    .replace(/^00/, '+')
    .replaceAll(/[\s()./-]/g, '')

/** The address that receives the code. */
export const destinationOf = ({ channel, email, phone }: Details): string =>
  channel === 'EMAIL' ? email.trim() : phoneOf(phone)

/** Whether a visitor has to enter a phone number: for the code, or for the call itself. */
export const needsPhone = (
  { channel }: Pick<Details, 'channel'>,
  service: Pick<ServiceType, 'channel'>,
): boolean => channel === 'SMS' || service.channel === 'PHONE'

/** `a…@example.com`, `…456` */
export const masked = (channel: Channel, to: string): string =>
  unbroken(channel === 'EMAIL' ? `${to.slice(0, 1)}…${to.slice(to.lastIndexOf('@'))}` : `…${to.slice(-3)}`)

/** Every fault of the entered details, in the order of the fields. */
export function faultsIn(
  details: Details,
  service: Pick<ServiceType, 'intake' | 'channel'>,
  needsConsent: boolean,
): FieldFault[] {
  const { firstName, lastName, email, phone, channel, consent } = details
  const isEmpty = (text: string) => text.trim() === ''
  const isWrong = (text: string, isRequired: boolean, isRight: (text: string) => boolean) =>
    isEmpty(text) ? isRequired : !isRight(text)
  const faults: (FieldFault | false)[] = [
    isEmpty(firstName) && faultAt('firstName', () => say('book.needFirstName')),
    isEmpty(lastName) && faultAt('lastName', () => say('book.needLastName')),
    isWrong(email, channel === 'EMAIL', (text) => EMAIL.test(text.trim()) && text.trim().length <= 254) &&
      wrong.email(),
    isWrong(phone, needsPhone(details, service), (text) => PHONE.test(phoneOf(text))) && wrong.phone(),
    ...service.intake.map((question) => answerFault(question, details.answers[question.id])),
    needsConsent && !consent && faultAt('consent', () => say('book.needConsent')),
  ]
  return faults.filter((fault) => fault !== false)
}

const wrong = {
  email: (): FieldFault => faultAt('email', () => say('book.needEmail')),
  phone: (): FieldFault => faultAt('phone', () => say('book.needPhone')),
}

function answerFault({ id, label, required, type, maxLength }: Question, answer: string | boolean = '') {
  const field = answerField(id)
  if (typeof answer === 'boolean' || type === 'BOOLEAN') return false
  if (required && answer.trim() === '') return faultAt(field, () => say('book.needAnswer', { label }))
  const isLong = maxLength !== undefined && answer.length > maxLength
  return isLong && faultAt(field, () => say('book.tooLong', { label }))
}

/** Answers in the form that the API expects: empty ones are left out, and a box that is not ticked means no. */
export function answersFor(
  { answers }: Details,
  intake: readonly Question[],
): Record<string, string | boolean> | undefined {
  const given = intake.flatMap(({ id, type }): [string, string | boolean][] => {
    const answer = answers[id] ?? (type === 'BOOLEAN' ? false : '')
    const text = typeof answer === 'string' ? answer.trim() : answer
    return text === '' ? [] : [[id, text]]
  })
  return given.length === 0 ? undefined : Object.fromEntries(given)
}

/** The parts of the form that errors of the API can concern. */
export interface Asked {
  intake: readonly Question[]
  /** How the code is sent. */
  channel: Channel
}

/** The field that an error of the API concerns; undefined if the visitor cannot change that field. */
export function fieldFaultOf(pointer: string, { intake, channel }: Asked): FieldFault | undefined {
  const field = pointer.split('/').at(-1) ?? ''
  if (field === 'firstName' || field === 'lastName') return faultAt(field, () => say('book.badName'))
  // the address that should receive the code
  if (pointer === '/to') return channel === 'EMAIL' ? wrong.email() : wrong.phone()
  if (field === 'primaryEmail') return wrong.email()
  if (field === 'primaryPhone') return wrong.phone()
  const question = pointer.startsWith('/answers/') ? intake.find(({ id }) => id === field) : undefined
  return question && faultAt(answerField(field), () => say('book.needAnswer', { label: question.label }))
}
