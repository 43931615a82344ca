import { readFile } from 'node:fs/promises'
import { describe, expect, it } from 'vitest'
import { notificationTypes } from '@appointments/contracts'
import type { MessageName, MessageValues } from './catalog.ts'
import { plainLook } from './look.ts'
import { commonWords, framed, knownLocales, mailWords, minutesInWords, textWords } from './render.ts'

const values: MessageValues = {
  brand: 'Harbour Bank',
  name: 'Ada',
  agent: 'Anna Berg',
  title: 'Contract review',
  when: 'Thursday at ten',
  whenShort: 'Thu 10:00',
  before: 'Wednesday at ten',
  newZone: '',
  unmoved: '',
  manageLink: 'https://example.com/manage/abc',
  roomLink: 'https://example.com/join/abc',
  userMessage: 'The line was busy.',
  joinLink: 'https://example.com/join/abc',
  video: 'video',
  linkNote: 'Your link stays the same',
  code: '482913',
  minutes: '10',
}
const names: MessageName[] = [...notificationTypes, 'OTP']
const GSM = /^[@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&'()*+,\-./0-9:;<=>?¡A-ZÄÖÑÜ§¿a-zäöñüà^{}\\[~\]|€]*$/

describe.each(knownLocales)('in %s', (locale) => {
  it.each(names)('%s has words for mail and SMS', (name) => {
    const { subject, heading, intro } = mailWords(locale, name, values)
    for (const words of [subject, heading, intro]) expect(words).toMatch(/\S/)
    expect(textWords(locale, name, values)).toMatch(/\S/)
  })

  it.each(names)('an SMS of %s uses only the cheapest alphabet', (name) => {
    const { sameLink, newLink } = commonWords(locale, values)
    for (const sameTime of [{}, { newZone: 'zone' }, { unmoved: 'unmoved' }])
      for (const linkNote of [sameLink, newLink])
        expect(
          textWords(locale, name, { ...values, ...sameTime, linkNote, title: 'T', whenShort: 'W' }),
        ).toMatch(GSM)
  })
})

describe.each(knownLocales)('what customers read in %s [H7] [H9.8]', (locale) => {
  /** Every text with these values, as one string. */
  const all = (change: Partial<MessageValues>) => {
    const changed = { ...values, ...change }
    const messages = names.map((name) => [mailWords(locale, name, changed), textWords(locale, name, changed)])
    return JSON.stringify([messages, commonWords(locale, changed)])
  }

  it('names the company if it has a name, and never "Appointments"', () => {
    expect(commonWords(locale, values).footer).toContain('Harbour Bank')
    const nameless = commonWords(locale, { ...values, brand: '' })
    expect(nameless.footer).toMatch(/\S\.$/)
    expect(all({ brand: '' })).not.toMatch(/Appointments|Harbour Bank/)
  })

  it('mentions a video call only if there is a room', () => {
    const VIDEO = /video|visio/i
    const { join, enter } = commonWords(locale, values)
    expect([join, mailWords(locale, 'ROOM', values).subject]).toEqual([
      expect.stringMatching(VIDEO),
      expect.stringMatching(VIDEO),
    ])
    expect(enter).not.toMatch(VIDEO)
    for (const name of names) {
      const phone = { ...values, video: '' }
      expect(JSON.stringify([mailWords(locale, name, phone), textWords(locale, name, phone)])).not.toMatch(
        VIDEO,
      )
    }
  })

  it('states whether the link of a moved appointment is new', () => {
    const { sameLink, newLink } = commonWords(locale, values)
    expect(sameLink).not.toBe(newLink)
    for (const linkNote of [sameLink, newLink]) {
      const moved = { ...values, linkNote }
      expect(mailWords(locale, 'RESCHEDULE', moved).intro).toContain(linkNote)
      expect(textWords(locale, 'RESCHEDULE', moved)).toContain(linkNote)
    }
  })

  it('contains the link to join if a message states the time of the appointment', () => {
    for (const name of ['CREATE', 'RESCHEDULE', 'REMINDER', 'PARTICIPANT_ADDED'] as const) {
      expect(textWords(locale, name, values)).toContain(values.joinLink)
      expect(textWords(locale, name, { ...values, joinLink: '' })).not.toContain('/join/')
    }
  })
})

it('minutesInWords follows the plural rules of each language', () => {
  const said = knownLocales.map((locale) => [1, 5].map((count) => minutesInWords(locale, count)))
  expect(said).toEqual([
    ['1 minute', '5 minutes'],
    ['1 Minute', '5 Minuten'],
    ['1 minute', '5 minutes'],
  ])
})

it('French mails have no-break spaces before punctuation', () => {
  const mails = names.flatMap((name) => Object.values(mailWords('fr', name, values)))
  const texts = [...mails, ...Object.values(commonWords('fr', values))]
  expect(texts.filter((text) => /[^\u00a0\u202f][?!;:](\s|$)/.test(text))).toEqual([])
})

describe('templates', () => {
  it('insert values unchanged, even if they contain template syntax', () => {
    const sly = { ...values, title: '{{brand}} {{{constructor}}} <b>' }
    expect(mailWords('en', 'CREATE', sly).subject).toContain('{{brand}} {{{constructor}}} <b>')
  })

  it('throw if a value is missing', () => {
    const { title: _, ...rest } = values
    expect(() => mailWords('en', 'CREATE', rest as MessageValues)).toThrow(/title/)
  })

  it('cannot read inherited properties', () => {
    const inherited = Object.create(values) as MessageValues
    expect(mailWords('en', 'CREATE', inherited).subject).not.toContain(values.title)
  })

  it('escape all values in the HTML mail', () => {
    const words = commonWords('en', values)
    const { html, text } = framed({
      locale: 'en',
      subject: '<s>',
      preview: '<p>',
      brand: '<i>',
      colon: words.colon,
      heading: '<h>',
      greeting: '<g>',
      intro: '<script>',
      code: '',
      codeLabel: words.code,
      codeValid: words.codeValid,
      rows: [{ label: '<l>', value: '"<v>"', struck: false }],
      actions: [{ label: '<a>', link: 'https://x/?a=1&b="2"', main: true }],
      footer: '<f>',
      optOut: [],
      look: {
        ...plainLook,
        logos: [{ link: 'https://x/"<logo>', width: 9, height: 9 }],
        helpLabel: '<help>',
        help: [{ label: '<call>', link: 'tel:"<1>"', text: '<call>' }],
        legal: [{ label: '<legal>', link: 'https://x/"<legal>"' }],
      },
    })
    for (const raw of ['<logo>', '<help>', '<call>', '<1>', '<legal>']) expect(html).not.toContain(raw)
    for (const raw of ['<s>', '<p>&', '<i>', '<h>', '<g>', '<script>', '<l>', '<v>', '<f>', '"2"'])
      expect(html).not.toContain(raw)
    expect(html).toContain('https://x/?a&#x3D;1&amp;b&#x3D;&quot;2&quot;')
    expect(text).toContain('<script>')
  })
})

describe('the layout of mails [H7]', () => {
  const content = {
    locale: 'en',
    subject: 'S',
    preview: 'P',
    brand: '',
    colon: ':',
    heading: 'H',
    greeting: 'G',
    intro: 'I',
    code: '',
    codeLabel: '',
    codeValid: '',
    rows: [{ label: 'When', value: 'Thursday', struck: true }],
    actions: [{ label: 'Join', link: 'https://example.com/join/abc', main: true }],
    footer: 'F',
    optOut: [],
    look: plainLook,
  }

  it('is the compiled form of its MJML', async () => {
    const { compiledLayout } = (await import(new URL('./compile-layout.mjs', import.meta.url).href)) as {
      compiledLayout: () => Promise<string>
    }
    const written = await readFile(new URL('./html-layout.ts', import.meta.url), 'utf8')
    expect(written).toBe(await compiledLayout())
  })

  it('supports Outlook and loads nothing from other servers', () => {
    const { html } = framed(content)
    expect(html).toContain('<!--[if mso | IE]>')
    const loaded = [...html.matchAll(/(?:src|href|url)\W+(https?:\/\/[^"')\s]+)/g)].map(
      ([, address]) => address,
    )
    expect(loaded).toEqual(['https://example.com/join/abc'])
  })
})
