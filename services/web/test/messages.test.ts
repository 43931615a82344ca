import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'
import { faultsInMessages, languages, messagesOf, typesOfMessages } from '../build/messages.mjs'

it('the languages have the same messages with the same arguments', () => {
  expect(faultsInMessages()).toEqual([])
})

it('the types of the messages are current: npm run messages', () => {
  const file = path.join(import.meta.dirname, '../src/text/message-arguments.ts')
  expect(readFileSync(file, 'utf8')).toBe(typesOfMessages())
})

it('every message is used', () => {
  const folder = path.join(import.meta.dirname, '..')
  const files = ['src', 'build'].flatMap((one) =>
    readdirSync(path.join(folder, one), { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.(tsx?|mjs)$/.test(name) && !name.endsWith('message-arguments.ts'))
      .map((name) => readFileSync(path.join(folder, one, name), 'utf8')),
  )
  const source = files.join('\n')
  const isUsed = (key: string) =>
    [`'${key}'`, `"${key}"`, `\`${key.split('.')[0]}.\${`].some((written) => source.includes(written))
  expect(Object.keys(messagesOf('en')).filter((key) => !isUsed(key))).toEqual([])
})

it.each(languages)('no sentence in %s has more than 20 words', (language) => {
  const sentences = Object.values(messagesOf(language)).flatMap((text) => text.split(/(?<=[.?!:])\s/))
  expect(sentences.filter((one) => one.split(/[\s\u00a0\u202f]+/).length > 20)).toEqual([])
})

it('German says Sie, and French has narrow spaces beside punctuation', () => {
  const texts = (language: string) => Object.values(messagesOf(language))
  expect(texts('de').filter((text) => /\b(du|dein|deine|dir|dich)\b/i.test(text))).toEqual([])
  expect(texts('fr').filter((text) => /[^\u202f][?!;]|[ \u00a0][:»]|«[^\u202f]/.test(text))).toEqual([])
})

it('French has an article before a day', () => {
  expect(messagesOf('fr')['move.question']).toMatch(/du \{from\} au \{to\}/)
})
