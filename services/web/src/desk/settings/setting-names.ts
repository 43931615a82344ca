import { say, type PlainKey } from '../../text/words.ts'
import { typeText } from '../messages/message-words.ts'

const names: Record<string, PlainKey> = {
  'brand/name': 'settings.name',
  'brand/address': 'settings.address',
  'brand/accent': 'settings.accent',
  'brand/supportEmail': 'settings.supportEmail',
  'brand/supportPhone': 'settings.supportPhone',
  'brand/supportUrl': 'settings.supportUrl',
  'brand/privacyUrl': 'settings.privacyUrl',
  'brand/termsUrl': 'settings.termsUrl',
  'brand/imprintUrl': 'settings.imprintUrl',
  'brand/logo': 'settings.logo',
  'booking/enabled': 'settings.bookingEnabled',
  'booking/codeBy': 'settings.codeBy',
  allowedOrigins: 'settings.origins',
  'notifications/active': 'settings.active',
  'notifications/from/emailName': 'settings.emailName',
  'notifications/from/emailAddress': 'settings.emailAddress',
  'notifications/from/replyTo': 'settings.replyTo',
  'notifications/from/smsSender': 'settings.smsSender',
  'notifications/schedules': 'settings.schedules',
  'notifications/quietHours': 'settings.quietHours',
  customerCancelCutoff: 'settings.cutoff',
  noShowGrace: 'settings.noShowGrace',
  overlapPolicy: 'settings.overlaps',
  agentReassignmentEnabled: 'settings.reassignment',
}

const TYPES = 'notifications/types/'

/** The name of a setting or of a part of it; a setting without a name appears by its path. */
export function labelOf(path: string): string {
  if (path.startsWith(TYPES)) return typeText(path.slice(TYPES.length).split('/')[0] ?? '')
  const known = Object.keys(names).find((one) => path === one || path.startsWith(`${one}/`))
  const key = known === undefined ? undefined : names[known]
  return key ? say(key) : path
}

/** The id of the control of a setting; a fault inside a list belongs to the whole list. */
export function fieldId(path: string): string {
  const whole = ['notifications/schedules', 'allowedOrigins', 'booking/codeBy'].find((one) =>
    path.startsWith(one),
  )
  return `set-${(whole ?? path).replaceAll('/', '-')}`
}
