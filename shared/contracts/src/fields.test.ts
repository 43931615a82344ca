import { describe, expect, it } from 'vitest'
import type { z } from 'zod'
import {
  agentId,
  clearable,
  email,
  internationalPhone,
  freeForm,
  identifier,
  line,
  locale,
  notificationHeaders,
  paragraph,
  phone,
  textMap,
  timeZone,
} from './fields.ts'
import { phoneIn, writesPhone } from './phones.ts'

const accepts = (schema: z.ZodType, value: unknown) => schema.safeParse(value).success
const faults = (schema: z.ZodType, value: unknown) =>
  schema.safeParse(value).error?.issues.map(({ message }) => message)

describe('text', () => {
  it.each(['a\nb', 'a\0b', 'a\u0085b', '\ud800'])('a line rejects %j', (text) =>
    expect(accepts(line(20), text)).toBe(false),
  )
  it.each(['a\0b', '\u001b[31m', '\udc00'])('a paragraph rejects %j', (text) =>
    expect(accepts(paragraph(20), text)).toBe(false),
  )
  it('a paragraph may have several lines', () => expect(accepts(paragraph(20), 'a\nb\tc')).toBe(true))
  it('enforces its length', () => expect(accepts(line(3), 'abcd')).toBe(false))
})

describe('identifiers', () => {
  it.each(['', 'a b', 'a\u00a0b', 'a\nb', 'x'.repeat(256)])('rejects %j', (id) => {
    expect(accepts(identifier, id)).toBe(false)
    expect(accepts(agentId, id)).toBe(false)
  })
  it.each(['agent-7', 'ünïcode', '💬', 'x'.repeat(255)])('accepts %j', (id) =>
    expect(accepts(agentId, id)).toBe(true),
  )
})

describe('time zones and locales', () => {
  it.each(['Europe/Berlin', 'UTC', 'America/Argentina/Buenos_Aires', 'Australia/Lord_Howe'])(
    'accepts %s',
    (zone) => expect(accepts(timeZone, zone)).toBe(true),
  )
  it.each(['Mars/Olympus', '+01:00', 'Berlin', 'Europe/', ''])('rejects %j', (zone) =>
    expect(accepts(timeZone, zone)).toBe(false),
  )
  it.each(['en', 'de-CH', 'zh-Hant-TW'])('reads %s', (tag) => expect(accepts(locale, tag)).toBe(true))
  it.each(['', 'e', 'de DE', 'english language'])('rejects %j', (tag) =>
    expect(accepts(locale, tag)).toBe(false),
  )
})

describe('addresses', () => {
  it('removes separators from phones', () => expect(phone.parse('+49 (30) 12-34.56')).toBe('+4930123456'))
  it.each([
    ['+49 (0) 30 1234567', '+49301234567'],
    ['+49 30 1234567', '+49301234567'],
    ['+1 (202) 555-0123', '+12025550123'],
  ])('reads the phone %s [H5.7]', (text, e164) => {
    expect(phone.parse(text)).toBe(e164)
    expect(internationalPhone.parse(text)).toBe(e164)
  })
  it.each(['+0123456789', '+49', '+4930123456789012', 'phone', '+999123456789', '+10000000000', '12'])(
    'rejects the phone %j [H5.7]',
    (text) => expect(accepts(phone, text)).toBe(false),
  )
  it('keeps a number without a country code for the region of the application [H5.7]', () => {
    expect(phone.parse('030 123456')).toBe('030 123456')
    expect(accepts(internationalPhone, '030 123456')).toBe(false)
    expect(phoneIn('030 123456', 'DE')).toBe('+4930123456')
    expect(phoneIn('0049 30 123456', 'DE')).toBe('+4930123456')
    expect(phoneIn('030 123456', 'US')).toBeUndefined()
  })
  it.each(['+49 (0) 30 123-456', '030/123456', '004930123456'])(
    'recognises a number written as %s [H5.7]',
    (text) => {
      expect(writesPhone(text, '+4930123456')).toBe(true)
      expect(writesPhone(text, '+4330123456')).toBe(text.startsWith('030'))
      expect(writesPhone(text, '+4930123457')).toBe(false)
    },
  )
  it.each([
    ["o'hara+tag/x=y!@example.com", "o'hara+tag/x=y!@example.com"],
    ['"ada lovelace"@example.com', '"ada lovelace"@example.com'],
    ['"a\\"b@c"@example.com', '"a\\"b@c"@example.com'],
    ['jörg@example.com', 'jörg@example.com'],
    ['ada@münchen.example', 'ada@xn--mnchen-3ya.example'],
    ['用户@例え.テスト', '用户@xn--r8jz45g.xn--zckzah'],
    ['Ada@Example.COM', 'Ada@Example.COM'],
  ])('reads the email %s [H5.7]', (text, address) => expect(email.parse(text)).toBe(address))
  it.each([
    '.ada@example.com',
    'ada.@example.com',
    'ada..l@example.com',
    '"ada@example.com',
    'ada"l@example.com',
    'ada@-example.com',
    'ada@example',
    'ada@1.2',
    'ada@[127.0.0.1]',
    'ada@exa_mple.com',
    'ada@exämple .com',
    '\u202eada@example.com',
    `${'é'.repeat(33)}@example.com`,
  ])('rejects the email %j [H5.7]', (text) => expect(accepts(email, text)).toBe(false))
  it.each([
    'ada',
    'ada@',
    '@example.com',
    'a b@example.com',
    'ada@example.com\nbcc: x@example.com',
    `${'a'.repeat(250)}@b.co`,
  ])('rejects the email %j', (text) => expect(accepts(email, text)).toBe(false))
})

describe('free-form objects [8.5]', () => {
  it.each(['__proto__', 'constructor', 'prototype'])('reject the key %s at any depth', (key) => {
    expect(accepts(freeForm, JSON.parse(`{"a":[{"${key}":1}]}`))).toBe(false)
  })
  it('have at most 50 keys', () => {
    const keys = (count: number) =>
      Object.fromEntries(Array.from({ length: count }, (_, index) => [`k${index}`, 1]))
    expect(accepts(freeForm, keys(50))).toBe(true)
    expect(accepts(freeForm, keys(51))).toBe(false)
  })
  it('have at most five levels', () => {
    expect(accepts(freeForm, { a: { b: { c: { d: {} } } } })).toBe(true)
    expect(accepts(freeForm, { a: { b: { c: { d: { e: {} } } } } })).toBe(false)
  })
  it('have at most 16 KiB', () => expect(accepts(freeForm, { a: 'x'.repeat(16_400) })).toBe(false))
  it('report every fault', () => {
    expect(faults(freeForm, JSON.parse('{"__proto__":1,"prototype":2}'))).toHaveLength(2)
  })
  it.each([[[]], ['text'], [null], [7]])('reject %j', (value) => expect(accepts(freeForm, value)).toBe(false))
  it.each([null, {}, []])('of text reject %j', (b) => expect(accepts(textMap, { a: '1', b })).toBe(false))
  it('of text convert numbers and booleans to text [H4]', () =>
    expect(textMap.parse({ a: '1', b: 2, c: 1e21, d: false })).toEqual({
      a: '1',
      b: '2',
      c: '1e+21',
      d: 'false',
    }))
})

describe('notification headers', () => {
  it.each([{ 'x-campaign': 'spring', Authorization: 'Bearer abc' }, {}])('accept %j', (headers) =>
    expect(accepts(notificationHeaders, headers)).toBe(true),
  )
  it.each([
    { 'x-a': 'a\r\nInjected: 1' },
    { 'x a': '1' },
    { 'x-a': 'ü' },
    { Host: 'evil' },
    { 'webhook-signature': 'v1,x' },
    { 'X-Forwarded-For': '1.2.3.4' },
    { 'content-length': '0' },
    { traceparent: '00' },
    { 'x-a': '1', 'X-A': '2' },
    { 'x-a': 'v'.repeat(1025) },
    Object.fromEntries(Array.from({ length: 33 }, (_, index) => [`x-${index}`, '1'])),
  ])('reject %j', (headers) => expect(accepts(notificationHeaders, headers)).toBe(false))
})

it.each([null, '', {}])('%j clears a field', (value) => expect(clearable(freeForm).parse(value)).toBeNull())

it.each([
  ['en_US', 'en-US'],
  ['zh_Hant_TW', 'zh-Hant-TW'],
  ['de-DE', 'de-DE'],
])('the locale %s is read as %s [H5.3]', (given, read) => expect(locale.parse(given)).toBe(read))
it.each(['_', 'en__US', 'en_', 'en_US.UTF-8'])('rejects the locale %s', (given) =>
  expect(locale.safeParse(given).success).toBe(false),
)
