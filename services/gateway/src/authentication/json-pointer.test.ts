import { describe, expect, it } from 'vitest'
import { parsePointer, readPointer, withPointer } from './json-pointer.ts'

const claims = { a: { 'b/c': { '~': 1 } }, list: ['x'], '': 2 }

describe('a JSON pointer', () => {
  it.each([
    ['/a/b~1c/~0', 1],
    ['/list/0', 'x'],
    ['/', 2],
    ['/a/none', undefined],
    ['/list/0/length', undefined],
    ['/__proto__', undefined],
    ['/constructor/name', undefined],
  ])('%s points to %j [H5.3]', (text, found) => {
    expect(readPointer(claims, parsePointer(text) ?? [])).toEqual(found)
  })
  it.each(['', 'roles', 'realm_access/roles', '/a~2b', '/a~'])('cannot be %j [H5.3]', (text) => {
    expect(parsePointer(text)).toBeUndefined()
  })
  it('adds a value and keeps the other members [H5.3]', () => {
    const pointer = ['realm_access', 'roles']
    const changed = withPointer({ a: 1, realm_access: { b: 2 } }, pointer, ['X'])
    expect(changed).toEqual({ a: 1, realm_access: { b: 2, roles: ['X'] } })
  })
})
