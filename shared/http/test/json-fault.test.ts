import { describe, expect, it } from 'vitest'
import { malformedJson } from '../src/json-fault.ts'

describe('[H6] malformed JSON', () => {
  it.each([
    ['{\n  "a": 1\n  "b": 2\n}', 3, 3, 'a comma or }'],
    ['[1 2]', 1, 4, 'a comma or ]'],
    ['{"a" 1}', 1, 6, 'a colon'],
    ['{"a":1,}', 1, 8, 'a name in double quotes'],
    ['{,}', 1, 2, 'a name in double quotes or }'],
    ['[1,]', 1, 4, 'a value'],
    ['[,1]', 1, 2, 'a value or ]'],
    ['{a: 1}', 1, 2, 'a name in double quotes or }'],
    ["{'a': 1}", 1, 2, 'a name in double quotes or }'],
    ['{"a": NaN}', 1, 7, 'a value'],
    ['{"a": tru}', 1, 7, 'a value'],
    ['nonsense', 1, 1, 'a value'],
    ['{"a":1}{"b":2}', 1, 8, 'the end of the body'],
    ['{"a": [1, 2}', 1, 12, 'a comma or ]'],
    ['{"a": "x\\q"}', 1, 9, 'one of the escape sequences of JSON'],
    ['{"a": "x', 1, 9, 'a closing double quote'],
    ['{"a": "x\ny"}', 1, 7, 'a string without unescaped control characters'],
    ['{"id": ', 1, 7, 'a value, but the body ends here'],
    ['{', 1, 2, 'a name in double quotes or }, but the body ends here'],
    ['{"a": {"b": 1}', 1, 15, 'a comma or }, but the body ends here'],
    [' ', 1, 1, 'a value, but the body ends here'],
  ])('%j: reports the place at which it stops being JSON', (text, line, column, wanted) => {
    const { code, detail, details } = malformedJson(text)
    expect(() => JSON.parse(text) as unknown).toThrow()
    expect({ code, detail }).toEqual({
      code: 'MALFORMED_JSON',
      detail: `line ${line}, column ${column}: expected ${wanted}`,
    })
    expect(details.extensions).toEqual({ line, column })
  })

  it('never quotes the body', () => {
    const { detail } = malformedJson('{"email": "ada@example.com" "phone": secret}')
    expect(detail).toBe('line 1, column 29: expected a comma or }')
  })

  it('handles a deeply nested text', () => {
    expect(malformedJson('['.repeat(50_000)).detail).toBe(
      'line 1, column 50001: expected a value or ], but the body ends here',
    )
  })
})
