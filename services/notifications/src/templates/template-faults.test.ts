import { describe, expect, it } from 'vitest'
import { templateValues } from '@appointments/contracts'
import { templateFaults } from './template-faults.ts'

describe('a text of an application', () => {
  it.each([
    '',
    'Only words, { braces } and a } beside them',
    '{{title}} at {{ whenShort }}{{! a note to oneself }}',
    templateValues.map((name) => `{{${name}}}`).join(''),
  ])('may be %j', (text) => {
    expect(templateFaults(text)).toEqual([])
  })

  it.each([
    ['{{naem}}', /names \{\{naem\}\}; there is brand/],
    ['{{code}}', /names/],
    ['{{constructor}}', /names/],
    ['{{__proto__}}', /names/],
    ['{{title.length}}', /names/],
    ['{{this.title}}', /names/],
    ['{{../title}}', /names/],
    ['{{@root.title}}', /names/],
    ['{{this}}', /names/],
    ['{{"title"}}', /names/],
    ['{{lookup this "title"}}', /helper/],
    ['{{title name=1}}', /helper/],
    ['{{{title}}}', /must be written \{\{title\}\}/],
    ['{{&title}}', /must be written/],
    ['{{#if title}}x{{/if}}', /nothing but words/],
    ['{{#each title}}x{{/each}}', /nothing but words/],
    ['{{> partial}}', /nothing but words/],
    ['{{#> layout}}x{{/layout}}', /nothing but words/],
    ['{{title', /cannot be read/],
    ['{{#if title}}', /cannot be read/],
    ['{{}}', /cannot be read/],
  ])('must not be %j', (text, fault) => {
    expect(templateFaults(text)).toEqual([expect.stringMatching(fault)])
  })

  it('is told of every fault it has', () => {
    expect(templateFaults('{{a}} {{title}} {{b}} {{#if c}}{{/if}}')).toHaveLength(3)
  })
})
