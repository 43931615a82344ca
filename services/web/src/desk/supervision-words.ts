import type { MessageFiles } from '../text/words.ts'

/** The words of the sections for supervision, which are loaded with them. */
export const supervisionWords: MessageFiles = {
  en: () => import('../../messages/en/supervision.json'),
  de: () => import('../../messages/de/supervision.json'),
  fr: () => import('../../messages/fr/supervision.json'),
}
