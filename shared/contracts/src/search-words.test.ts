import { describe, expect, it } from 'vitest'
import { indexedWordsOf, wordsOf } from './search-words.ts'

describe('the words of a search', () => {
  it.each([
    ['Ada Lovelace', ['ada', 'lovelace']],
    ['  ZOË\tMüller-Groß ', ['zoe', 'muller', 'gross']],
    ['Søren Łukasz Ægir Œuvre Þór Đorđe', ['soren', 'lukasz', 'aegir', 'oeuvre', 'thor', 'dorde']],
    ['İstanbul ısı', ['istanbul', 'isi']],
    ["O’Brien d\u2019Arc O'Neil", ['obrien', 'darc', 'oneil']],
    ['ada.l@example.com', ['ada', 'l', 'example', 'com']],
    // accents may be separate characters, and letters may be wide
    ['Zoe\u0308 Ａｄａ', ['zoe', 'ada']],
    ['山田太郎 Ελένη Жанна', ['山田太郎', 'ελενη', 'жанна']],
    // a prefix may end in the middle of a word, and a sigma has another form there
    ['ΠΑΣ Πασχάλης', ['πασ', 'πασχαλησ']],
    ['ada Ada ADA', ['ada']],
    ['x'.repeat(300), ['x'.repeat(64)]],
    ['-- !&|:*()', []],
  ])('of %j', (text, words) => {
    expect(wordsOf(text)).toEqual(words)
  })

  it('find a text that contains them', () => {
    for (const text of ['Müller-Groß', 'ada.l@example.com', '0197f5c0-5d21-7c01', 'O’Brien'])
      expect(indexedWordsOf(text)).toEqual(expect.arrayContaining(wordsOf(text)))
    expect(indexedWordsOf('Seán O’Brien')).toEqual(['sean', 'obrien', 'o', 'brien'])
  })
})
