import { describe, expect, it } from 'vitest'
import {
  createResponseCheck,
  createServiceCheck,
  type CheckedResponse,
} from '@appointments/testing/response-check'
import { exampleAppointment, exampleMoments } from '../src/examples/appointment.ts'
import { problemExample } from '../src/examples/problems.ts'
import { openapi } from '../src/index.ts'

const check = createResponseCheck(openapi('v1', 'http://localhost'), openapi('v2', 'http://localhost'))

const appointment = exampleAppointment(exampleMoments.scheduled)
const headers = (over: Record<string, string> = {}) =>
  new Headers({
    'content-type': 'application/json; charset=utf-8',
    'x-request-id': 'r-1',
    etag: '"2"',
    ...over,
  })
const read = (over: Partial<CheckedResponse> = {}): CheckedResponse => ({
  method: 'GET',
  path: '/api/v2/appointments/a-1?x=1',
  status: 200,
  headers: headers(),
  body: appointment,
  ...over,
})
const errorResponse = (status: number, body: unknown, over: Partial<CheckedResponse> = {}) =>
  read({ status, body, headers: headers({ 'content-type': 'application/problem+json' }), ...over })

describe('a documented response', () => {
  it('has no faults', () => {
    expect(check(read())).toEqual([])
    expect(check(read({ path: '/api/v2/appointments/a-1/' }))).toEqual([])
    expect(check(read({ method: 'HEAD', body: undefined }))).toEqual([])
    expect(check(errorResponse(404, problemExample('v2', 'APPOINTMENT_NOT_FOUND')))).toEqual([])
    expect(
      check(
        errorResponse(
          409,
          { ...problemExample('v2', 'SLOT_TAKEN') },
          { method: 'PUT', path: '/api/v2/appointments/reschedule' },
        ),
      ),
    ).toEqual([])
  })

  it('may have no body if none is documented', () => {
    const removed = read({ method: 'DELETE', status: 204, body: undefined })
    expect(check(removed)).toEqual([])
    expect(check({ ...removed, body: {} })).toEqual([expect.stringContaining('a body is not documented')])
  })

  it('may contain anything if any content is documented', () => {
    expect(check(read({ body: { ...appointment, metadata: { any: { thing: [1] } } } }))).toEqual([])
  })

  it('matches literal paths first', () => {
    const counted = read({ path: '/api/v2/appointments/count?start=x', body: [] })
    expect(check(counted)).toEqual([])
    expect(check({ ...counted, body: appointment })).toEqual([expect.stringContaining('must be array')])
  })
})

describe('an undocumented response', () => {
  it.each([
    ['operation', read({ method: 'POST' }), 'the operation is not documented'],
    ['path', read({ path: '/api/v3/appointments/a-1' }), 'the operation is not documented'],
    ['status', read({ status: 418 }), 'the status is not documented'],
    ['field', read({ body: { ...appointment, extra: 1 } }), 'additional properties ("extra")'],
    [
      'field inside',
      read({ body: { ...appointment, participants: [{ id: 'a', type: 'AGENT', email: 'x' }] } }),
      '/participants/0 must NOT have additional properties ("email")',
    ],
    ['missing field', read({ body: { ...appointment, id: undefined } }), "required property 'id'"],
    ['value', read({ body: { ...appointment, state: 'LOST' } }), '/state must be equal to one of'],
    ['instant', read({ body: { ...appointment, start: 'tomorrow' } }), '/start must match format'],
    ['missing body', read({ body: undefined }), 'the body is missing'],
    ['content type', read({ headers: headers({ 'content-type': 'text/html' }) }), 'content type text/html'],
    ['header', read({ headers: headers({ etag: 'W/"2"' }) }), 'header ETag'],
    ['code', errorResponse(404, problemExample('v2', 'AGENT_NOT_FOUND')), '/code must be equal to one of'],
    [
      'member of an error',
      errorResponse(404, { ...problemExample('v2', 'APPOINTMENT_NOT_FOUND'), stack: 'at …' }),
      'additional properties ("stack")',
    ],
  ])('is rejected for its %s', (_, response, fault) => {
    expect(check(response)).toEqual([expect.stringContaining(fault)])
  })

  it('is rejected for a missing header', () => {
    const bare = new Headers({ 'content-type': 'application/json' })
    expect(check(read({ headers: bare }))).toEqual([
      'GET /api/v2/appointments/a-1?x=1 returned 200: header x-request-id is missing',
      'GET /api/v2/appointments/a-1?x=1 returned 200: header ETag is missing',
    ])
  })

  it('is accepted if no documented operation serves the request', () => {
    expect(check(errorResponse(404, problemExample('v2', 'ROUTE_NOT_FOUND'), { path: '/api/v3' }))).toEqual(
      [],
    )
    expect(check(errorResponse(405, problemExample('v2', 'METHOD_NOT_ALLOWED'), { method: 'POST' }))).toEqual(
      [],
    )
  })
})

describe('a response of a service', () => {
  const requireDocumented = createServiceCheck(openapi('v2', 'http://localhost'))
  const bare = new Headers({ 'content-type': 'application/json' })

  it('may lack the headers that the gateway adds', () => {
    expect(() => requireDocumented(read({ headers: bare }))).not.toThrow()
  })

  it.each([
    ['field', read({ headers: bare, body: { ...appointment, extra: 1 } }), 'additional properties ("extra")'],
    ['status', read({ headers: bare, status: 418 }), 'the status is not documented'],
    ['code', errorResponse(404, problemExample('v2', 'AGENT_NOT_FOUND')), '/code must be equal to one of'],
  ])('has no undocumented %s', (_, response, fault) => {
    expect(() => requireDocumented(response)).toThrow(fault)
  })

  it('is not checked outside the API', () => {
    expect(() => requireDocumented(read({ path: '/internal/claims', body: 1 }))).not.toThrow()
  })
})
