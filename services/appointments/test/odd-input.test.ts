import { describe, expect, it } from 'vitest'
import { agent, appointmentsService, aSchedule, machine, rejection, V1, V2 } from './harness.ts'

const service = appointmentsService()

/** A schedule request with the literal text of a value, such as digits that JSON.stringify would drop. */
const withText = (fields: Record<string, unknown>, text: string) =>
  JSON.stringify(aSchedule(fields)).replaceAll('"<value>"', text)
const nested = (levels: number) => '{"a":'.repeat(levels - 1) + '{}' + '}'.repeat(levels - 1)
const keyed = { 'idempotency-key': 'odd-input' }

describe('a body', () => {
  it.each([
    ['without a key', {}],
    ['with a key', keyed],
  ])('with more than 32 levels is rejected with 400 and books nothing, %s [H4]', async (_kind, headers) => {
    const before = await service.footprint()
    for (const path of [V1, V2]) {
      // in an unknown field, which leaves 31 levels
      const body = (levels: number) => withText({ unknownField: '<value>' }, nested(levels))
      const response = await service.call(agent, 'POST', path, body(32), headers)
      expect(rejection(response)).toEqual({ status: 400, code: 'BODY_TOO_DEEP' })
      const far = await service.call(agent, 'POST', path, body(10_000), headers)
      expect(rejection(far)).toEqual({ status: 400, code: 'BODY_TOO_DEEP' })
    }
    expect(await service.footprint()).toEqual(before)
    for (const path of [V1, V2]) {
      const body = withText({ unknownField: '<value>' }, nested(31))
      expect((await service.call(agent, 'POST', path, body, headers)).status).toBe(200)
    }
  })

  it('may have unknown fields with any name, unlike metadata [H4]', async () => {
    const ignored = withText({ placeholder: '<value>' }, '1').replace('placeholder', '__proto__')
    const { status, body } = await service.call(agent, 'POST', V2, ignored)
    expect([status, body.metadata]).toEqual([200, {}])
    const rejected = withText({ metadata: '<value>' }, '{"__proto__":1}')
    const response = await service.call(agent, 'POST', V2, rejected)
    expect(response.status).toBe(400)
    expect(response.body.errors).toMatchObject([
      { pointer: '/metadata', message: 'must not have the key __proto__' },
    ])
    const settings = await service.call(machine, 'PUT', '/api/v2/applications/app-1', '{"__proto__":1}')
    expect(settings.status).toBe(400)
    expect(settings.body.errors).toMatchObject([{ pointer: '/__proto__', code: 'UNKNOWN_FIELD' }])
  })
})

describe('a number that a double cannot hold', () => {
  const places: [string, string, Record<string, unknown>][] = [
    [V1, '/metadata/number', { metadata: { number: '<value>' } }],
    [V2, '/metadata/list/1', { metadata: { list: [1, '<value>'] } }],
    [V1, '/customer/metadata/number', { customer: { username: 'ada', metadata: { number: '<value>' } } }],
    [
      V2,
      '/customers/0/metadata/number',
      { customers: [{ username: 'ada', metadata: { number: '<value>' } }] },
    ],
    [V2, '/interaction/customFields/number', { interaction: { customFields: { number: '<value>' } } }],
  ]
  it.each(places)('is rejected with 400 on %s at %s [H4]', async (path, pointer, fields) => {
    const before = await service.footprint()
    for (const text of ['9007199254740993', '1e400', '0.12345678901234567890123']) {
      const response = await service.call(agent, 'POST', path, withText(fields, text))
      expect(rejection(response)).toEqual({ status: 400, code: 'NUMBER_NOT_EXACT' })
      expect(response.body.errors).toEqual([
        {
          pointer,
          code: 'NUMBER_NOT_EXACT',
          message: expect.stringContaining('send it as a string') as string,
        },
      ])
    }
    expect(await service.footprint()).toEqual(before)
    for (const text of ['0.1', '1.0', '1e2', '9007199254740992', '"9007199254740993"'])
      expect((await service.call(agent, 'POST', path, withText(fields, text))).status).toBe(200)
  })

  it('is reported with all other faults [H4]', async () => {
    const response = await service.call(
      agent,
      'POST',
      V2,
      withText({ start: 'x', metadata: { a: '<value>' } }, '1e400'),
    )
    expect(rejection(response)).toEqual({ status: 400, code: 'VALIDATION_FAILED' })
    expect(response.body.errors.map(({ pointer }) => pointer)).toEqual(['/start', '/metadata/a'])
  })

  it('is ignored in an unknown field [H4]', async () => {
    const response = await service.call(agent, 'POST', V2, withText({ unknownField: '<value>' }, '1e400'))
    expect(response.status).toBe(200)
  })
})

it('numbers and booleans in customFields become text [H4]', async () => {
  const interaction = { customFields: { number: 7, fraction: 0.5, flag: true, text: 'x' } }
  const { body } = await service.call(agent, 'POST', V2, aSchedule({ interaction }))
  expect(body.interaction.customFields).toEqual({ number: '7', fraction: '0.5', flag: 'true', text: 'x' })
})
