import { describe, expect, it } from 'vitest'
import { Problem, security, v2, v2Administration, type Operation } from '@appointments/contracts'
import { v1 } from '@appointments/contracts/v1'
import { parseRequest, preferencesIn, wantsStrictHandling } from '../src/index.ts'

const strict = { prefer: 'handling=strict' }

/** The problem code and the sorted faults of a request. */
function faultsIn(
  operation: Operation,
  parts: { query?: object; body?: unknown; params?: object; headers?: object },
) {
  const request = { params: {}, query: {}, body: undefined, headers: {}, ...parts }
  try {
    parseRequest(operation, request as Parameters<typeof parseRequest>[1])
    return { faults: [] }
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    const { code, details } = error
    return {
      code,
      faults: (details.errors ?? []).map(({ pointer, parameter }) => pointer ?? parameter).sort(),
    }
  }
}

describe('[H5.2] Prefer', () => {
  it.each([
    ['handling=strict', true],
    ['Handling = Strict', true],
    ['handling="strict"', true],
    ['handling="str\\ict"', true],
    ['respond-async, handling=strict', true],
    ['foo="a, handling=lenient", handling=strict; bar', true],
    ['handling=strict;a=b;c="d;e"', true],
    [', ,handling=strict', true],
    ['return=minimal', false],
    ['handling=lenient', false],
    ['handling', false],
    ['handling=lenient, handling=strict', false],
    ['x="handling=strict"', false],
    ['', false],
  ])('%j asks for strict handling: %s', (prefer, isStrict) => {
    expect(wantsStrictHandling({ headers: { prefer } })).toBe(isStrict)
  })

  it('is read in linear time, even if it is malformed', () => {
    expect([...preferencesIn('wait=10, "x", handling=strict')]).toContainEqual(['handling', 'strict'])
    for (const piece of ['"', '; ', ', ', '=', '\\"'])
      expect(wantsStrictHandling({ headers: { prefer: piece.repeat(8000) } })).toBe(false)
  })
})

describe('[H5.2] strict handling', () => {
  const booking = {
    applicationId: 'demo',
    start: '2027-01-09T09:00:00Z',
    duration: 'PT30M',
    metadata: { anything: { at: 'all' } },
    customers: [{ contact: { primaryEmail: 'ada@example.com' } }],
  }

  it('reports every unknown field, including nested ones, along with the other faults', () => {
    const odd = {
      ...booking,
      duration: 7,
      colour: 1,
      customers: [{ contact: { primaryEmail: 'ada@example.com', fax: '1' }, nick: 'A' }],
      interaction: {
        routing: { type: 'VENDORA_CLOUD_FLOW', properties: { touchpointId: 'x' } },
        priority: 1,
      },
    }
    const parts = { body: odd, query: { dryRun: 'true' } }
    expect(faultsIn(v2.operations.scheduleAppointment, { ...parts, headers: strict })).toEqual({
      code: 'VALIDATION_FAILED',
      faults: [
        '/colour',
        '/customers/0/contact/fax',
        '/customers/0/nick',
        '/duration',
        '/interaction/priority',
        '/interaction/routing/properties/touchpointId',
        'dryRun',
      ],
    })
    expect(faultsIn(v2.operations.scheduleAppointment, parts).faults).toEqual(['/duration'])
  })

  it('accepts known fields', () => {
    expect(faultsIn(v2.operations.scheduleAppointment, { body: booking, headers: strict }).faults).toEqual([])
  })

  it('reports an unknown field of a strict object once', () => {
    const { putApplication } = v2Administration.operations
    const body = { colour: 1, notifications: { colour: 1 } }
    expect(
      faultsIn(putApplication, { params: { applicationId: 'a' }, body, headers: strict }).faults,
    ).toEqual(['/colour', '/notifications/colour'])
  })

  const operations = [v1, v2, v2Administration, security].flatMap(({ name, operations: table }) =>
    Object.entries<Operation>(table).map(([id, operation]) => ({ name: `${name}.${id}`, operation })),
  )
  it.each(operations)('rejects unknown parameters and fields of $name', ({ operation }) => {
    const parts = {
      query: { unheard: '1' },
      body: operation.body?.safeParse('x').success ? 'x' : { unheard: 1, channel: 'SMS' },
    }
    const { faults } = faultsIn(operation, { ...parts, headers: strict })
    expect(faults).toContain('unheard')
    // a patched resource is always checked strictly, as a whole; an image has no fields
    const hasFields = typeof parts.body === 'object' && !operation.imageTypes
    const isChecked = hasFields && operation.method !== 'PATCH'
    if (isChecked) expect(faults).toContain('/unheard')
  })
})

describe('[H5.2] fields of the other version', () => {
  it.each([
    ['v1', v1.operations.scheduleAppointment, 'customers', 'customer'],
    ['v1', v1.operations.scheduleAppointmentBasic, 'customers', 'customer'],
    ['v1', v1.operations.updateAppointment, 'customers', 'customer'],
    ['v2', v2.operations.scheduleAppointment, 'customer', 'customers'],
    ['v2', v2.operations.scheduleAppointmentBasic, 'customer', 'customers'],
  ])('%s: %# are errors that name the right field', (_version, operation: Operation, field, right) => {
    const body = {
      id: 'a',
      title: 'x',
      applicationId: 'demo',
      start: '2027-01-09T09:00:00Z',
      duration: 'PT30M',
    }
    for (const headers of [{}, strict]) {
      const { faults } = faultsIn(operation, { body: { ...body, [field]: {} }, headers })
      expect(faults).toContain(`/${field}`)
    }
    expect(faultsIn(operation, { body: { ...body, [field]: {} } }).code).toBe('FIELD_OF_OTHER_VERSION')
    const request = { params: {}, query: {}, body: { ...body, [field]: {} } }
    expect(() => parseRequest(operation, request)).toThrow(
      `${field} is a field of the other version; use ${right} instead`,
    )
  })
})
