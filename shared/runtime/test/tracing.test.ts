import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  begin,
  currentTraceparent,
  contextHeaders,
  readTraceparent,
  silentTracer,
  traceparentOf,
} from '../src/index.ts'

const IDS = `${'4bf92f35'.repeat(4)}-${'00f067aa'.repeat(2)}`

describe('traceparent (W3C Trace Context, section 3.2)', () => {
  it.each([
    `00-${IDS}-01`,
    `00-${IDS}-00`,
    `00-${IDS}-03`,
    `cc-${IDS}-01`,
    `cc-${IDS}-01-what-the-future-brings`,
  ])('reads %s', (header) => {
    expect(readTraceparent(header)).toMatchObject({
      traceId: '4bf92f35'.repeat(4),
      spanId: '00f067aa'.repeat(2),
    })
  })

  it.each([
    undefined,
    '',
    'nonsense',
    `ff-${IDS}-01`,
    `00-${IDS}-01-more`,
    `00-${IDS}`,
    `00-${IDS.toUpperCase()}-01`,
    `00-${'0'.repeat(32)}-${'1'.repeat(16)}-01`,
    `00-${'1'.repeat(32)}-${'0'.repeat(16)}-01`,
    ` 00-${IDS}-01`,
  ])('rejects %j', (header) => {
    expect(readTraceparent(header)).toBeUndefined()
  })

  it('writes what it reads', () => {
    const hex = (digits: number) =>
      fc.stringMatching(new RegExp(`^[0-9a-f]{${digits}}$`)).filter((text) => !/^0+$/.test(text))
    fc.assert(
      fc.property(hex(32), hex(16), fc.boolean(), (traceId, spanId, isSampled) => {
        const context = { traceId, spanId, isSampled }
        expect(readTraceparent(traceparentOf(context))).toEqual(context)
      }),
    )
  })
})

it("passes the caller's trace on unchanged while nothing is recorded", () => {
  const traceparent = `00-${IDS}-01`
  begin(silentTracer, { name: 'x', kind: 'server', traceparent, requestId: 'req-1' }).run(() => {
    expect(currentTraceparent()).toBe(traceparent)
    expect(contextHeaders()).toEqual({ traceparent, 'x-request-id': 'req-1' })
  })
  expect(contextHeaders()).toEqual({})
})
