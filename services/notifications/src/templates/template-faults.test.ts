import { describe, expect, it } from 'vitest'
import { templateValues } from '@appointments/contracts'
import { templateFaults } from './template-faults.ts'

describe('a custom text', () => {
  it.each([
    '',
    'Only words, { braces } and a } beside them',
    '{{title}} at {{ whenShort }}{{! a note to oneself }}',
    templateValues.map((name) => `{{${name}}}`).join(''),
  ])('is valid: %j', (text) => {
    expect(templateFaults(text)).toEqual([])
  })

  it.each([
    ['{{naem}}', /must not use \{\{naem\}\}: the values are brand/],
    ['{{code}}', /must not use/],
    ['{{constructor}}', /must not use/],
    ['{{__proto__}}', /must not use/],
    ['{{title.length}}', /must not use/],
    ['{{this.title}}', /must not use/],
    ['{{../title}}', /must not use/],
    ['{{@root.title}}', /must not use/],
    ['{{this}}', /must not use/],
    ['{{"title"}}', /must not use/],
    ['{{lookup this "title"}}', /helper/],
    ['{{title name=1}}', /helper/],
    ['{{{title}}}', /must be written \{\{title\}\}/],
    ['{{&title}}', /must be written/],
    ['{{#if title}}x{{/if}}', /only text/],
    ['{{#each title}}x{{/each}}', /only text/],
    ['{{> partial}}', /only text/],
    ['{{#> layout}}x{{/layout}}', /only text/],
    ['{{title', /cannot be parsed/],
    ['{{#if title}}', /cannot be parsed/],
    ['{{}}', /cannot be parsed/],
  ])('is rejected: %j', (text, fault) => {
    expect(templateFaults(text)).toEqual([expect.stringMatching(fault)])
  })

  it('is reported with all its faults', () => {
    expect(templateFaults('{{a}} {{title}} {{b}} {{#if c}}{{/if}}')).toHaveLength(3)
  })
})
