import { describe, expect, it } from 'vitest'
import { unclearWords } from '@appointments/testing'
import { problem, problems, type Fault, type ProblemCode } from '../src/index.ts'

const codes = Object.keys(problems) as ProblemCode[]

describe('[H6] every problem', () => {
  it.each(codes)('%s has a short title, and a more specific detail', (code) => {
    const { title, detail } = problems[code]
    expect(title.length).toBeLessThanOrEqual(60)
    expect(detail).toMatch(/^[A-Z].*\.$/)
    expect(detail).not.toBe(`${title}.`)
    expect(problem(code).detail).toBe(detail)
  })

  it.each(codes)("%s uses the field's words", (code) => {
    const { title, detail } = problems[code]
    expect(`${title} ${detail}`).not.toMatch(unclearWords)
  })
})

describe('[H6] the detail of a problem with faults', () => {
  const faulty = (...errors: Fault[]) => problem('VALIDATION_FAILED', { errors }).detail
  const fault = (place: Omit<Fault, 'code' | 'message'>): Fault => ({
    ...place,
    code: 'X',
    message: 'is wrong',
  })

  it.each([
    [fault({ pointer: '/start' }), 'start is wrong'],
    [fault({ pointer: '/customers/0/email' }), 'customers[0].email is wrong'],
    [fault({ pointer: '/metadata/a~1b~0c' }), 'metadata.a/b~c is wrong'],
    [fault({ pointer: '' }), 'the body is wrong'],
    [fault({ parameter: 'pageSize' }), 'pageSize is wrong'],
    [fault({ header: 'Idempotency-Key' }), 'Idempotency-Key is wrong'],
  ])('locates %j', (one, detail) => {
    expect(faulty(one)).toBe(detail)
  })

  it('states how many more faults there are', () => {
    const start = fault({ pointer: '/start' })
    expect(faulty(start, start, start)).toBe('start is wrong (and 2 more)')
  })

  it('is the given detail, if there is one', () => {
    expect(problem('FORBIDDEN', 'Agents accept for themselves only').detail).toBe(
      'Agents accept for themselves only',
    )
  })
})
