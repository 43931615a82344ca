import { daysAhead } from '@appointments/testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  callers,
  expectedOf,
  objects,
  policy,
  rejections,
  rejectedAtTheGate,
  type CallerKind,
  type Expected,
  type ObjectKind,
} from '../support/access-policy.ts'
import type { StagedSubject } from '../support/access-stage.ts'
import { watchDatabases, type Databases } from '../../src/databases.ts'
import { inParallel } from '../../src/in-parallel.ts'
import { forgottenApis, publicOperations, type NamedOperation } from '../../src/operations.ts'
import { sendRaw, type RawResponse } from '../support/raw-request.ts'
import { requestOf, sampleOf } from '../../src/sample-requests.ts'
import { startStagedSystem, type StagedSystem } from '../support/staged-system.ts'
import { startServices, type Services } from '../../src/start-services.ts'
import { signedToken, tokenSettings } from '../../src/tokens.ts'

const AT_A_TIME = 8

interface Cell {
  caller: CallerKind
  object: ObjectKind
  expected: Expected
  response: RawResponse
}

/** The subject of events about an agent's calendar. */
const agentSubject = ({ organizationId, directoryAgentId }: StagedSubject) =>
  JSON.stringify(['agent', organizationId, directoryAgentId])

const objectsOf = ({ name }: NamedOperation): readonly ObjectKind[] => objects[policy[name].about]

describe('access to every operation, for every caller and every object [5.2, 5.6, 5.7, 5.8]', () => {
  let staged: StagedSystem
  const standing = {} as Record<ObjectKind, StagedSubject>
  const walked: Cell[] = []
  /** Ids of objects that granted requests were allowed to change. */
  const changeable = new Set<string>()
  let requests = 0
  let untouched: unknown

  beforeAll(async () => {
    staged = await startStagedSystem(async (stage) => {
      for (const kind of new Set(Object.values(objects).flat())) standing[kind] = await stage.standing(kind)
    })
    untouched = await readStanding()
  })
  afterAll(async () => {
    console.log(`access: ${walked.length} cells, ${requests} requests`)
    await staged.close()
  })

  /** The subject of a request: a new object if the request changes it, else the permanent one. */
  async function subjectOf(
    named: NamedOperation,
    caller: CallerKind,
    object: ObjectKind,
    expected: Expected,
  ) {
    const { about } = policy[named.name]
    if (expected !== 'granted' || named.operation.method === 'GET') return standing[object]
    const subject = await staged.stage.fresh(object, caller, about)
    if (about === 'directory') changeable.add(agentSubject(subject))
    else if (about !== 'nothing') changeable.add(subject.id).add(subject.applicationId)
    return subject
  }

  async function callAs(named: NamedOperation, caller: CallerKind, object: ObjectKind): Promise<Cell> {
    const expected = expectedOf(named.name, caller, object)
    const subject = await subjectOf(named, caller, object, expected)
    const request = requestOf(named, sampleOf(named, subject))
    const authorization = staged.stage.authorizationOf(caller, subject)
    const response = await sendRaw(staged.system.gatewayUrl, {
      ...request,
      headers: { ...request.headers, ...(authorization !== undefined && { authorization }) },
    })
    requests += 1
    if (response.status < 300 && named.operation.method === 'POST' && response.text !== '') {
      const { id } = JSON.parse(response.text) as { id?: string }
      if (id !== undefined && expected === 'granted') changeable.add(id)
    }
    return { caller, object, expected, response }
  }

  /** The permanent objects, as read by a caller without an organization. */
  const readStanding = () =>
    inParallel(Object.values(standing), AT_A_TIME, async ({ id, applicationId, endpointId }) => {
      const paths = [
        `/api/v2/appointments/${id}`,
        `/api/v2/applications/${applicationId}`,
        `/api/v2/webhook-endpoints/${endpointId}`,
      ]
      const responses = await Promise.all(paths.map((path) => staged.stage.auditor('GET', path)))
      requests += paths.length
      return responses.map(({ status, body }) => (status === 200 ? (body as unknown) : status))
    })

  it.each(publicOperations)(
    '$name',
    async (named) => {
      const wanted = callers.flatMap((caller) => objectsOf(named).map((object) => ({ caller, object })))
      // an application tests two of its webhook endpoints at a time
      const atATime = named.name === 'administration.testWebhookEndpoint' ? 1 : AT_A_TIME
      const cells = await inParallel(wanted, atATime, ({ caller, object }) => callAs(named, caller, object))
      walked.push(...cells)
      expect(cells.flatMap((cell) => deviationOf(named, cell))).toEqual([])
      expect(callers.flatMap((caller) => tellingOf(cells, caller))).toEqual([])
      if (named.operation.method !== 'GET') expect(await readStanding()).toEqual(untouched)
    },
    60_000,
  )

  describe('granted responses show no data of others', () => {
    const bodyFor = async (caller: CallerKind, path: string): Promise<unknown> => {
      const authorization = staged.stage.authorizationOf(caller, standing.own) ?? ''
      const response = await sendRaw(staged.system.gatewayUrl, {
        method: 'GET',
        path,
        headers: { authorization },
      })
      requests += 1
      return { status: response.status, ...(JSON.parse(response.text) as object) }
    }
    interface Listed {
      total: number
      content: { id: string; applicationId: string; participants: { id: string }[] }[]
    }
    const list = async (caller: CallerKind) =>
      (await bodyFor(caller, '/api/v2/appointments?pageSize=200')) as Listed

    it('in lists of appointments', async () => {
      const { content: agents } = await list('agent')
      expect(agents.length).toBeGreaterThan(1)
      expect(agents.filter(({ participants }) => participants.every(({ id }) => id !== 'agent-1'))).toEqual(
        [],
      )
      for (const caller of ['supervisor', 'machine'] as const) {
        const { content } = await list(caller)
        expect(content.length).toBeGreaterThan(agents.length)
        expect(content.filter(({ applicationId }) => applicationId === 'app-foreign')).toEqual([])
      }
      const everyone = await list('supervisor of no organization')
      expect(everyone.content.some(({ applicationId }) => applicationId === 'app-foreign')).toBe(true)
      const ids = Object.values((await bodyFor('machine', '/api/v2/appointments/eligible')) as object)
      expect(ids).toContainEqual(expect.objectContaining({ id: standing.own.id }))
      expect(ids).not.toContainEqual(expect.objectContaining({ id: standing.foreign.id }))
    })

    it('in counts, endpoints and histories', async () => {
      const day = `start=${daysAhead(30)}`
      const counted = (applicationId: string, organizationId: string) =>
        bodyFor(
          'anonymous',
          `/api/v2/appointments/overlap/count?applicationId=${applicationId}&organizationId=${organizationId}&${day}&duration=P1D`,
        )
      expect(await counted('app-foreign', 'org-1')).toEqual({ status: 200, count: 0 })
      expect(await counted('app-foreign', 'org-2')).not.toMatchObject({ count: 0 })
      const endpoints = (caller: CallerKind) =>
        bodyFor(caller, '/api/v2/webhook-endpoints?applicationId=app-foreign')
      expect(await endpoints('supervisor')).toMatchObject({ total: 0, content: [] })
      expect(await endpoints('supervisor of no organization')).not.toMatchObject({ total: 0 })
      const history = (caller: CallerKind) =>
        bodyFor(caller, `/api/v2/appointments/${standing["colleague's"].id}/notifications`)
      expect(await history('agent')).toMatchObject({ total: 0, content: [] })
      expect(await history('supervisor')).not.toMatchObject({ total: 0 })
    })

    it("through the caller's own appointment", async () => {
      const { id } = standing.own
      const foreign = standing.foreign
      for (const [strange, unknown] of [
        [`participants/${foreign.participantId}`, `participants/${standing.unknown.participantId}`],
        [
          `notifications/${foreign.notificationId}/events`,
          `notifications/${standing.unknown.notificationId}/events`,
        ],
      ] as const) {
        const rejections = await Promise.all(
          [strange, unknown].map((part) => bodyFor('supervisor', `/api/v2/appointments/${id}/${part}`)),
        )
        const [first, second] = rejections.map((one) => ({
          ...(one as object),
          instance: '',
          requestId: '',
        }))
        expect(first).toMatchObject({ status: 404 })
        expect(first).toEqual(second)
      }
    })
  })

  it('records events of granted requests only', async () => {
    const stray = (await staged.databases.events()).filter(({ aggregateId }) => !changeable.has(aggregateId))
    expect(stray).toEqual([])
  })

  it('covers every table, operation and cell', () => {
    expect(forgottenApis()).toEqual([])
    expect(Object.keys(policy).sort()).toEqual(publicOperations.map(({ name }) => name as string).sort())
    const all = publicOperations.reduce((sum, named) => sum + objectsOf(named).length * callers.length, 0)
    expect(walked).toHaveLength(all)
    expect(walked.filter(({ expected }) => expected === 'granted').length).toBeGreaterThan(500)
  })
})

/** How a response deviates from the policy; undefined if it does not. */
function deviationOf(
  { name, operation }: NamedOperation,
  { caller, object, expected, response }: Cell,
): string[] {
  const wanted =
    expected === 'granted' ? [operation.status, ...(operation.creates ? [201] : [])] : [rejections[expected]]
  const faults = wanted.includes(response.status)
    ? []
    : [`returned ${response.status}, not ${wanted.join(' or ')}`]
  if (response.status >= 400) faults.push(...faultsOf(response, expected))
  return faults.map((fault) => `${name} by ${caller} about ${object}: ${fault} ${response.text}`)
}

/** The faults in the form of an error response. */
function faultsOf({ status, headers, text }: RawResponse, expected: Expected): string[] {
  const body = JSON.parse(text) as Record<string, unknown>
  if (expected === 'invalid_client') return body.error === expected ? [] : [`is no ${expected}`]
  return [
    ...(headers['content-type']?.startsWith('application/problem+json') ? [] : ['is not problem+json']),
    ...(body.status === status ? [] : ['names another status']),
    ...(body.code === expected ? [] : [`is no ${expected}`]),
    ...(body.requestId === headers['x-request-id'] ? [] : ['names another request']),
    ...(status !== 401 || headers['www-authenticate'] ? [] : ['names no way to authenticate']),
  ]
}

// objects whose existence must stay hidden from the caller
const secrets: readonly ObjectKind[] = ["colleague's, narrowed", 'foreign', 'removed', 'unknown']

/** Errors that say that an operation has nothing to do for an object; the caller may know that the object exists. */
const nothingToDo: readonly Expected[] = [
  'NOT_RETRYABLE',
  'NOTIFICATION_NOT_FOUND',
  'WEBHOOK_SECRET_NOT_FOUND',
  'NOT_ACTIVATED',
  'HOLDS_NOT_OFFERED',
]

/** Error responses by which a caller could distinguish existing objects from missing ones. */
function tellingOf(cells: readonly Cell[], caller: CallerKind): string[] {
  const rejected = cells.filter(
    (cell) => cell.caller === caller && cell.response.status >= 400 && isSecretFrom(cell),
  )
  const [first, ...others] = rejected.map(({ object, response }) => ({ object, shown: withoutIds(response) }))
  return others
    .filter(({ shown }) => shown !== first?.shown)
    .map(({ object, shown }) => `${caller} can tell ${object} from ${first?.object}: ${shown}`)
}

/** Staff must not distinguish hidden objects from missing ones; other customers must not distinguish any. */
const isSecretFrom = ({ caller, object, expected }: Cell): boolean =>
  caller.startsWith('customer with another') ||
  (secrets.includes(object) && !nothingToDo.includes(expected) && !caller.startsWith('customer with a '))

/** A response without the values that identify the request itself. */
function withoutIds({ status, headers, text }: RawResponse): string {
  const { instance: _, requestId: __, ...body } = JSON.parse(text) as Record<string, unknown>
  const names = Object.keys(headers).sort()
  return JSON.stringify([status, names, body])
}

describe('when staff must belong to an organization', () => {
  let system: Services
  let databases: Databases

  beforeAll(async () => {
    system = await startServices({ env: { ...tokenSettings, TENANCY: 'required' } })
    databases = await watchDatabases(system)
  })
  afterAll(async () => {
    await databases.close()
    await system.close()
  })

  const nobodys = 'b5c3c2c8-0000-4000-8000-000000000000'
  const subject = {
    id: nobodys,
    participantId: nobodys,
    notificationId: nobodys,
    endpointId: nobodys,
    applicationId: 'app-1',
    organizationId: 'org-1',
    agentId: 'agent-1',
    directoryAgentId: 'desk',
    otp: { verificationId: nobodys, code: '000000', to: 'ada@example.com' },
    newAddress: 'ada@example.com',
    ticket: 'AAAAAAAAAAAA',
  }
  const withRoles = publicOperations.filter(({ operation }) => typeof operation.access === 'object')

  const callerOf = {
    ROLE_AGENT: 'agent',
    ROLE_SUPERVISOR: 'supervisor',
    ROLE_CLIENT_SERVICE: 'machine',
    ROLE_CUSTOMER: 'customer without a grant',
  } as const

  it('rejects staff without an organization, after the role check and before any other', async () => {
    const before = await databases.counts()
    const deviations: string[] = []
    for (const [role, caller] of Object.entries(callerOf)) {
      const authorization = `Bearer ${signedToken({ roles: [role], userId: 'user-1' })}`
      await inParallel(withRoles, AT_A_TIME, async (named) => {
        const request = requestOf(named, sampleOf(named, subject))
        const response = await sendRaw(system.gatewayUrl, {
          ...request,
          headers: { ...request.headers, authorization },
        })
        const expected = rejectedAtTheGate(named.name, caller) ?? 'TENANT_REQUIRED'
        const { code } = JSON.parse(response.text) as { code: string }
        if (response.status !== 403 || code !== expected)
          deviations.push(`${named.name} by ${role}: ${response.status} ${code}, not ${expected}`)
      })
    }
    expect(deviations).toEqual([])
    expect(await databases.counts()).toEqual(before)
  })

  it('ignores the rule for customers and for operations that need no role', async () => {
    const token = signedToken({ roles: ['ROLE_CUSTOMER'], conferenceId: nobodys })
    const read = await sendRaw(system.gatewayUrl, {
      method: 'GET',
      path: `/api/v2/appointments/${nobodys}`,
      headers: { authorization: `Bearer ${token}` },
    })
    expect(read.status).toBe(404)
    const count = await sendRaw(system.gatewayUrl, {
      method: 'GET',
      path: `/api/appointments/overlap/count?applicationId=a&organizationId=o&start=${daysAhead(30)}&duration=PT1H`,
      headers: { authorization: `Bearer ${signedToken({ roles: ['ROLE_AGENT'], userId: 'agent-1' })}` },
    })
    expect(count).toMatchObject({ status: 200, text: '{"count":0}' })
  })
})
