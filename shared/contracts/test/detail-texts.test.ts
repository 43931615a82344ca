import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { libraryWording, unclearWords } from '@appointments/testing'
import { detailTextsOf } from './detail-texts.ts'

const root = path.join(import.meta.dirname, '../../..')

const sources = ['services', 'shared']
  .flatMap((folder) => readdirSync(path.join(root, folder)).map((name) => `${folder}/${name}/src`))
  .filter((folder) => folder !== 'shared/testing/src')
  .flatMap((folder) =>
    readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' }).map(
      (file) => `${folder}/${file}`,
    ),
  )
  .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts') && !file.endsWith('.d.ts'))

const texts = sources.flatMap((file) =>
  detailTextsOf(file, readFileSync(path.join(root, file), 'utf8')).map(({ line, text }) => ({
    place: `${file}:${line}`,
    text,
  })),
)

// JSON faults name the position in the body and the token that the grammar expects
const ownWording = (place: string) => !place.startsWith('shared/http/src/json-fault.ts:')

describe('[H6] the texts of problems and faults in the sources', () => {
  it('are found wherever they are written', () => {
    const found = texts.map(({ text }) => text)
    expect(found).toEqual(
      expect.arrayContaining([
        // an argument, a template, a constant, a property, the message of a fault, a default
        'Needs a token made from the manage link of the appointment.',
        'The appointment is x',
        expect.stringContaining('The token has ROLE_CUSTOMER but names no appointment'),
        expect.stringContaining('cannot be sent at the moment'),
        'must be 1 to 255 visible ASCII characters',
        'The token is not a JSON Web Token',
      ]),
    )
  })

  it('use words of the field', () => {
    expect(texts.filter(({ text }) => unclearWords.test(text))).toEqual([])
  })

  it('use no wording of the validation library', () => {
    expect(texts.filter(({ place, text }) => ownWording(place) && libraryWording.test(text))).toEqual([])
  })
})

it.each([
  ["throw problem('FORBIDDEN', 'Nobody may')", ['Nobody may']],
  [
    'throw problem(CODE, `Agent ${name} ${isIn ? "was told" : "is out"}`)',
    ['Agent x x', 'was told', 'is out'],
  ],
  ["throw problem('X', WHY)\nconst WHY = 'one ' + 'two'", ['one ', 'two']],
  ["problem('X', { detail: a ?? 'rejected' , retryAfter: 1 })", ['rejected']],
  ["errors.push({ pointer: '/x', code: 'Y', message: 'too big' })", ['too big']],
  ["const log = other('told'); problem('NOT_TOLD')", []],
])('[H6] the texts for clients in %j are %j', (content, expected) => {
  expect(detailTextsOf('a.ts', content).map(({ text }) => text)).toEqual(expected)
})
