import { beforeAll, describe, expect, it } from 'vitest'
import { appointmentsService, aSchedule, rejection, supervisor, V1, V2 } from './harness.ts'

const service = appointmentsService()
let ids: string[]
beforeAll(async () => {
  const hours = ['09', '10', '11']
  const made = hours.map((hour) =>
    service.scheduled({ start: `2027-01-09T${hour}:00:00Z`, duration: `PT${hour}M` }),
  )
  ids = (await Promise.all(made)).map(({ id }) => id)
})

const found = async (query: string, path = V2) => {
  const { status, body } = await service.call(supervisor, 'GET', `${path}?${query}`)
  expect(status, JSON.stringify(body)).toBe(200)
  return body.content.map(({ id }) => ids.indexOf(id))
}

describe('a query', () => {
  it.each([
    'duration[]=PT9M&duration[]=PT11M',
    'duration%5B%5D=PT9M,PT11M',
    'duration[0]=PT9M&duration[1]=PT11M',
    'duration=PT9M&duration[]=PT11M&applicationId[]=app-1',
  ])('%s is read as if written without brackets [H5.3]', async (query) => {
    for (const path of [V1, V2]) expect(await found(query, path)).toEqual([0, 2])
  })

  it('with empty values is read as if they were absent [H5.3]', async () => {
    const empty = 'applicationId=&agentId=&duration[]=&range=&pageSize=&pageNumber&sortField=&sortOrder='
    expect(await found(empty)).toEqual([0, 1, 2])
    expect(await found('range[]=2027-01-09T10:00:00Z&range[]=2027-01-10T00:00:00Z&sortOrder=')).toEqual([
      1, 2,
    ])
    const required = await service.call(supervisor, 'GET', `${V2}/count?applicationId=&organizationId=o`)
    expect(rejection(required)).toEqual({ status: 400, code: 'VALIDATION_FAILED' })
    expect(required.body.errors).toContainEqual(
      expect.objectContaining({ parameter: 'applicationId', code: 'REQUIRED' }),
    )
  })

  it('rejects a list of nothing but commas, and ignores empty values beside others', async () => {
    const query = 'agentId=,&organizerId=%20,%20&duration[]=,&range=,&state=,&outcome=,,'
    const names = ['agentId', 'duration', 'organizerId', 'outcome', 'range', 'state']
    const { status, body } = await service.call(supervisor, 'GET', `${V2}?${query}`)
    expect(status).toBe(400)
    expect(body.errors.map(({ parameter }) => parameter).sort()).toEqual(names)
    for (const { code, message } of body.errors)
      expect([code, message]).toEqual(['TOO_SMALL', 'must not be empty'])
    expect(await found('duration=PT9M,,PT11M,&state=,scheduled')).toEqual([0, 2])
  })

  it('accepts the sort field in upper or lower case [H5.3]', async () => {
    expect(await found('sortField=START&sortOrder=DESC')).toEqual([2, 1, 0])
    expect(await found('sortField=createdat&sortOrder=Asc')).toHaveLength(3)
  })
})

it('a locale with an underscore is read as one with a hyphen [H5.3]', async () => {
  const { body } = await service.call(supervisor, 'GET', `${V2}/${(await scheduledIn('en_US')).id}`)
  expect(body).toMatchObject({ locale: 'en-US' })
})

const scheduledIn = (locale: string) => service.scheduled(aSchedule({ locale }))
