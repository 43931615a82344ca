import { afterAll, beforeAll, expect, it } from 'vitest'
import { aCaller, NOW, runAvailability, type RunningAvailability } from './running-service.ts'

/* Organizations choose the ids in their directories themselves, so two of them may choose the same ones. */

const HOUR_MS = 3_600_000
const tomorrow = Math.floor(NOW.getTime() / (24 * HOUR_MS) + 1) * 24 * HOUR_MS
const at = (hour: number) => new Date(tomorrow + hour * HOUR_MS).toISOString().replace('.000Z', 'Z')
const dateIn = (days: number) => at(days * 24).slice(0, 10)
const EVERY_DAY = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU']

let service: RunningAvailability
beforeAll(async () => {
  service = await runAvailability()
})
afterAll(() => service.stop())

interface World {
  organizationId: string
  /** When its agents begin to work. */
  opens: string
  holiday: string
  /** The hour in which its agent `ann` is absent. */
  absent: number
  /** The weight of its agent `ben`. */
  weight: number
  teamIds: string[]
}
const small: World = {
  organizationId: 'org-1',
  opens: '09:00',
  holiday: dateIn(1),
  absent: 15,
  weight: 100,
  teamIds: [],
}
const large: World = {
  organizationId: 'org-2',
  opens: '13:00',
  holiday: dateIn(2),
  absent: 14,
  weight: 1,
  teamIds: ['team'],
}

const putAs = (organizationId: string) => (path: string, body: unknown) =>
  service.put(path, body, { caller: aCaller({ organizationId }) })

/** Writes a directory. Writing it again stores the same content in new versions, so no reader has a cached copy. */
async function write({ organizationId, opens, holiday, weight, teamIds }: World) {
  const put = putAs(organizationId)
  const name = organizationId
  const hours = [{ days: EVERY_DAY, from: opens, to: '18:00' }]
  await put('/teams/team', { name })
  await put('/queues/queue', { name, strategy: 'ROUND_ROBIN' })
  await put('/schedules/schedule', { name, hours })
  await put('/holiday-calendars/calendar', {
    name,
    timezone: 'UTC',
    days: [{ date: holiday, name: 'Holiday' }],
  })
  await put(`/applications/app-${name}/service-types/type`, { name, durations: ['PT1H'], queueId: 'queue' })
  const agent = { displayName: name, timezone: 'UTC' }
  await put('/agents/ann', {
    ...agent,
    teamIds: ['team'],
    scheduleId: 'schedule',
    holidayCalendarId: 'calendar',
    queues: [{ queueId: 'queue' }],
  })
  await put('/agents/ben', { ...agent, hours, teamIds, queues: [{ queueId: 'queue', weight }] })
}

const book = (organizationId: string, agentId: string, hour: number, hours = 1) => {
  const [from, to] = [at(hour), at(hour + hours)]
  return service.claimed({
    holder: { type: 'APPOINTMENT', id: `${organizationId}-${agentId}-${hour}` },
    version: 1,
    organizationId,
    applicationId: `app-${organizationId}`,
    queueId: 'queue',
    start: from,
    end: to,
    claims: [{ agentId, kind: 'BOOKED', from, to }],
  })
}

/** A directory with an absence and appointments. @returns the id of the absence */
async function build(world: World) {
  const { organizationId, absent } = world
  await service.configured({ id: `app-${organizationId}`, version: 1, organizationId })
  await service.offering({
    applicationId: `app-${organizationId}`,
    version: 1,
    holidayCalendarIds: ['calendar'],
  })
  await write(world)
  for (const hour of [14, 15]) await book(organizationId, 'ann', hour)
  await book(organizationId, 'ben', 14)
  const local = (hour: number) => at(hour).slice(0, 16)
  const { body } = await service.post(
    '/agents/ann/exceptions',
    { type: 'ABSENCE', from: local(absent), until: local(absent + 1) },
    { caller: aCaller({ organizationId }) },
  )
  expect(body).toMatchObject({ affected: 1 })
  return body.id as string
}

/** Everything that an organization reads, without versions. */
async function readsOf({ organizationId }: World) {
  const window = `from=${at(0)}&to=${at(96)}`
  const target = `applicationId=app-${organizationId}&duration=PT1H&${window}`
  const seen: unknown[] = []
  for (const path of [
    '/agents/ann',
    '/agents?teamId=team',
    '/agents?queueId=queue',
    '/agents?known=false',
    '/agents/ann/exceptions',
    '/queues/queue/members',
    `/availability/slots?${target}&agentId=ann`,
    `/availability/slots?${target}&queueId=queue&include=agents`,
    `/availability/freebusy?agentId=ann,ben&${window}`,
    `/availability/affected?queueId=queue&${window}`,
    `/availability/affected?teamId=team&${window}`,
  ]) {
    const { status, body } = await service.get(path, aCaller({ organizationId }))
    expect([path, status]).toEqual([path, 200])
    const text = JSON.stringify(body, (name, value: unknown) =>
      ['version', 'updatedAt'].includes(name) ? undefined : value,
    )
    seen.push([path, text])
  }
  const [decision] = await service.decide({
    applicationId: `app-${organizationId}`,
    purpose: 'BOOK',
    start: at(16),
    end: at(17),
    target: { queueId: 'queue' },
  })
  return [...seen, decision!.candidates.map(({ agentId }) => agentId)]
}

it('two organizations that use the same ids neither see nor change anything of each other', async () => {
  await build(small)
  await book(small.organizationId, 'cid', 16)
  const before = await readsOf(small)
  expect(before.at(-1)).toEqual(['ben', 'ann'])

  const absence = await build(large)
  await putAs(large.organizationId)('/agents/cid', { displayName: 'Cid', timezone: 'UTC' })
  await book(large.organizationId, 'ben', 10, 3)
  await write(small)
  expect(await readsOf(small)).toEqual(before)
  const path = `/agents/ann/exceptions/${absence}`
  for (const response of [await service.get(path), await service.remove(path)])
    expect(response).toMatchObject({ status: 404, body: { code: 'EXCEPTION_NOT_FOUND' } })

  const ofLarge = await readsOf(large)
  const put = putAs(small.organizationId)
  await put('/agents/ann', { displayName: 'Ann', timezone: 'Asia/Kathmandu' })
  await service.remove('/agents/ben')
  await service.remove('/applications/app-org-1/service-types/type')
  await service.offering({ applicationId: 'app-org-1', version: 2 })
  for (const one of ['/teams/team', '/queues/queue', '/schedules/schedule', '/holiday-calendars/calendar'])
    expect([one, (await service.remove(one)).status]).toEqual([one, 204])
  expect(await readsOf(large)).toEqual(ofLarge)
  await write(large)
  expect(await readsOf(large)).toEqual(ofLarge)
})
