import { expect, it } from 'vitest'
import { formatLocale, languageOf } from './languages.ts'

it.each([
  [['de-AT', 'en'], 'de'],
  [['es', 'fr'], 'fr'],
  [[undefined, 'DE'], 'de'],
  [[null, 'es'], 'en'],
  [[], 'en'],
])('given the tags %j, chooses the language %s', (tags, language) => {
  expect(languageOf(...tags)).toBe(language)
})

it('dates follow the region of the appointment, otherwise of the visitor, in the language of the page', () => {
  expect(formatLocale('de', 'de-AT', ['de-CH'])).toBe('de-AT')
  expect(formatLocale('en', 'en', ['de-DE', 'en-US'])).toBe('en-US')
  expect(formatLocale('en', 'en', ['de-DE'])).toBe('en-GB')
  expect(formatLocale('fr', undefined, ['en-US'])).toBe('fr')
})
