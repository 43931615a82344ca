import { expect, it } from 'vitest'
import { readQuery } from './query.ts'

it.each([
  ['', {}],
  ['a=1&b=2', { a: '1', b: '2' }],
  ['a=1&a=2', { a: ['1', '2'] }],
  ['a[]=1&a[]=2', { a: ['1', '2'] }],
  ['a%5B%5D=1', { a: '1' }],
  ['a[0]=1&a[1]=2&a=3', { a: ['1', '2', '3'] }],
  ['a=&b&c=1', { c: '1' }],
  ['a=&a=1', { a: '1' }],
  ['a[]=&a[]=', {}],
  ['a[b]=1&[]=2&a[0][]=3', { 'a[b]': '1', '': '2', 'a[0]': '3' }],
])('%j is read as %j [H5.3]', (text, query) => {
  expect({ ...readQuery(text) }).toEqual(query)
})

it('treats __proto__ like any other name [H4]', () => {
  const query = readQuery('__proto__=1&constructor=2')
  expect(Object.entries(query)).toEqual([
    ['__proto__', '1'],
    ['constructor', '2'],
  ])
})
