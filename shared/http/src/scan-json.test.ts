import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { scanJson } from './scan-json.ts'

const scan = (text: string) => scanJson(Buffer.from(text))
const nested = (levels: number, open: string, close: string) => open.repeat(levels) + close.repeat(levels)

describe('depth', () => {
  it.each([
    ['lists', '[', ']'],
    ['objects', '{"a":', '}'],
  ])('of %s is at most 32, counted from the body itself [H9.5]', (_kind, open, close) => {
    const inner = open === '[' ? '' : '1'
    const body = (levels: number) => open.repeat(levels) + inner + close.repeat(levels)
    expect(scan(body(32)).isTooDeep).toBe(false)
    expect(scan(body(33)).isTooDeep).toBe(true)
  })
  it('does not add up over siblings or in strings [H4]', () => {
    expect(
      scan(
        `[${Array(50)
          .fill(nested(31, '[', ']'))
          .join(',')}]`,
      ).isTooDeep,
    ).toBe(false)
    expect(scan(`{"a":"${'['.repeat(100)}","b\\"${'{'.repeat(100)}":1}`).isTooDeep).toBe(false)
  })
  it('is found in a text that never closes its lists [H4]', () =>
    expect(scan('['.repeat(50_000)).isTooDeep).toBe(true))
})

describe('inexact numbers', () => {
  it.each([
    ['9007199254740993', []],
    ['{"metadata":{"a":[1,{"b":1e400}]}}', ['metadata', 'a', 1, 'b']],
    ['{"a":{"x":1},"b":[[],[0.12345678901234567890123]]}', ['b', 1, 0]],
    ['{"q\\"\\u00e9\\\\" : 9007199254740993 }', ['q"é\\']],
    ['{"a":"1e400","ü":[ "1e400" , -9007199254740993]}', ['ü', 1]],
    ['{"__proto__":{"a":1e400}}', ['__proto__', 'a']],
  ])('in %s are at %j [H4]', (text, path) => expect(scan(text).inexact).toEqual([path]))
  it('are all found [H4]', () =>
    expect(scan('{"a":1e400,"b":[1e400,1,1e400]}').inexact).toEqual([['a'], ['b', 0], ['b', 2]]))
})

it('finds no fault in the output of JSON.stringify [H4]', () => {
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 5 }), (value) => {
      expect(scan(JSON.stringify(value))).toEqual({ isTooDeep: false, inexact: [] })
    }),
  )
})

it('survives any bytes [H4]', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 300 }), (bytes) => {
      scanJson(Buffer.from(bytes))
    }),
  )
})
