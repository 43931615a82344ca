import type { MessageFiles } from '../text/words.ts'

/** The words of the week and the team, which are loaded with them. */
export const calendarWords: MessageFiles = {
  en: () => import('../../messages/en/calendar.json'),
  de: () => import('../../messages/de/calendar.json'),
  fr: () => import('../../messages/fr/calendar.json'),
}
