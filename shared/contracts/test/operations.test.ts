import { describe, expect, it } from 'vitest'
import { internal, problems, security, v1, v2, v2Administration, type Api } from '../src/index.ts'

const apis: Api[] = [v1, v2, v2Administration, security, internal]

describe.each(apis)('operations below $base', ({ operations }) => {
  it('have an address of their own', () => {
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
    '%s answers with a body, or says it has none',
    (_, { status, answer }) => {
      expect(answer === undefined).toBe(status === 204)
    },
  )

  it.each(Object.entries(operations))('%s names problems that exist', (_, { problems: codes }) => {
    for (const code of codes) expect(problems).toHaveProperty(code)
  })
})

it('v2 has every operation of v1 (reference, section 4.2), its deletion under another name [9.1, 9.3]', () => {
  const missing = Object.keys(v1.operations).filter((id) => !(id in v2.operations))
  expect(missing).toEqual(['deleteAppointment'])
  expect(v2.operations.removeAppointment).toMatchObject({ method: 'DELETE', path: '/{id}', status: 204 })
})

it('v1 never answers 409 for a state (decisions, section 10)', () => {
  for (const { problems: codes } of Object.values<{ problems: readonly string[] }>(v1.operations)) {
    expect(codes).not.toContain('INVALID_STATE')
  }
})
