import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { v1 } from '@appointments/contracts/v1'
import { internal, problems, security, v2, v2Administration, type Api, type Operation } from '../src/index.ts'

const apis: Api[] = [v1, v2, v2Administration, security, internal]

describe.each(apis)('operations below $base', ({ operations }) => {
  it('have unique addresses', () => {
    const addresses = Object.values(operations).map(
      ({ method, path }) => `${method} ${path.replaceAll(/\{\w+\}/g, '{}')}`,
    )
    expect(new Set(addresses).size).toBe(addresses.length)
  })

  it.each(Object.entries(operations))(
    '%s declares a parameter for each placeholder',
    (_, { path, params }) => {
      const placeholders = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name)
      expect(Object.keys(params?.shape ?? {}).sort()).toEqual(placeholders.sort())
    },
  )

  it.each(Object.entries(operations))(
    '%s declares a response body, or that it has none',
    (_, { status, response }) => {
      expect(response === undefined).toBe(status === 204)
    },
  )

  it.each(Object.entries(operations))('%s names only existing problems', (_, { problems: codes }) => {
    for (const code of codes) expect(problems).toHaveProperty(code)
  })
})

describe.each([v1, v2, v2Administration, security] as Api[])(
  'keyed requests below $base',
  ({ operations }) => {
    it.each(Object.entries(operations))(
      '%s accepts a key if it is a write with a body, but not a form',
      (_, operation) => {
        const { method, form, isRead, takesKey } = operation
        expect(takesKey === true).toBe(['POST', 'PUT', 'PATCH'].includes(method) && !form && !isRead)
      },
    )
  },
)

it('If-Match applies to v2 writes of versioned objects, except new appointments', () => {
  const {
    scheduleAppointment: _,
    scheduleAppointmentBasic: _basic,
    searchAppointments: _search,
    retryNotification,
    resendNotification,
    ...others
  } = v2.operations
  const writes = Object.entries<Operation>(others).filter(([, { method }]) => method !== 'GET')
  for (const [id, { takesIfMatch }] of writes) expect([id, takesIfMatch]).toEqual([id, true])
  for (const one of [retryNotification, resendNotification]) expect(one).not.toHaveProperty('takesIfMatch')
  for (const operation of Object.values(v1.operations)) expect(operation).not.toHaveProperty('takesIfMatch')
})

it('every v2 response with a version of its own carries it as ETag', () => {
  for (const { operations } of [v2, v2Administration] as Api[])
    for (const [id, { response, versioned = false }] of Object.entries(operations))
      expect([id, versioned]).toEqual([id, response instanceof z.ZodObject && 'version' in response.shape])
})

it('only removeAppointment erases, and getAppointment is batched in both versions', () => {
  const having = (flag: 'erases' | 'batched') =>
    ([v1, v2, v2Administration, security, internal] as Api[]).flatMap(({ name, operations }) =>
      Object.entries(operations).flatMap(([id, operation]) => (operation[flag] ? [`${name}.${id}`] : [])),
    )
  expect(having('erases')).toEqual(['v2.removeAppointment'])
  expect(having('batched')).toEqual(['v1.getAppointment', 'v2.getAppointment'])
})

it('v2 has every operation of v1 except deleteAppointment, and removes by DELETE [9.1, 9.3]', () => {
  const missing = Object.keys(v1.operations).filter((id) => !(id in v2.operations))
  expect(missing).toEqual(['deleteAppointment'])
  expect(v2.operations.removeAppointment).toMatchObject({ method: 'DELETE', path: '/{id}', status: 204 })
})

it('v1 never reports a state as 409', () => {
  for (const { problems: codes } of Object.values<{ problems: readonly string[] }>(v1.operations)) {
    expect(codes).not.toContain('INVALID_STATE')
  }
})
