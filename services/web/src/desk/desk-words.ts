import type { MessageFiles } from '../text/words.ts'

/** The words of the desk, besides those that it shares with customers' pages. */
export const deskWords: MessageFiles = {
  en: () => import('../../messages/en/desk.json'),
  de: () => import('../../messages/de/desk.json'),
  fr: () => import('../../messages/fr/desk.json'),
}
