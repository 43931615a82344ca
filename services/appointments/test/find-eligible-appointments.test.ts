import { describe, expect, it } from 'vitest'
import { agent, appointmentsService, machine, of, rejection, V1, V2 } from './harness.ts'

const service = appointmentsService()
const NOW = '2026-12-01T12:00:00Z'
const org = (organizationId: string) => of(organizationId, machine)
const eligible = (organizationId: string, timeFrame?: string, version = V2) =>
  service.call(
    org(organizationId),
    'GET',
    `${version}/eligible${timeFrame === undefined ? '' : `?timeFrame=${timeFrame}`}`,
  )
const idsOf = async (...asked: Parameters<typeof eligible>) =>
  ((await eligible(...asked)).body as unknown as { id: string }[]).map(({ id }) => id)

describe('findEligibleAppointments', () => {
  const schedule = async (organizationId: string, start: string) =>
    (await service.scheduled({ applicationId: `app-${organizationId}`, start }, of(organizationId, agent))).id

  it('contains scheduled appointments that are not activated, nearest first [4.1 GET /eligible]', async () => {
    await service.configured('app-mixed', { allowPast: true }, org('mixed'))
    const inAWeek = await schedule('mixed', '2026-12-08T12:00:00Z')
    const anHourAgo = await schedule('mixed', '2026-12-01T11:00:00Z')
    const inTwoHours = await schedule('mixed', '2026-12-01T14:00:00Z')
    const yesterday = await schedule('mixed', '2026-11-30T12:00:00Z')
    const now = await schedule('mixed', NOW)
    const active = await schedule('mixed', NOW)
    await service.call(machine, 'POST', `${V2}/activate/${active}`)
    const cancelled = await schedule('mixed', NOW)
    await service.call(agent, 'PUT', `${V2}/${cancelled}/cancel`)
    expect(await idsOf('mixed')).toEqual([now, anHourAgo, inTwoHours, yesterday, inAWeek])
    expect(await idsOf('mixed', undefined, V1)).toEqual([now, anHourAgo, inTwoHours, yesterday, inAWeek])
  })

  it('shows the fields needed for an activation, and is marked as deprecated [2.7 FindAppointmentsEligibleResponse, 9.4]', async () => {
    const id = await schedule('shape', '2027-01-09T09:00:00Z')
    const { status, body, headers } = await eligible('shape')
    expect(status).toBe(200)
    expect(body).toEqual([{ id, eligibleFrom: NOW, start: '2027-01-09T09:00:00Z', timezone: 'UTC' }])
    expect(headers.get('deprecation')).toMatch(/^@\d+$/)
  })

  it('contains appointments that start within the time frame, the end excluded [4.1 GET /eligible]', async () => {
    await service.configured('app-frame', { allowPast: true }, org('frame'))
    await schedule('frame', '2026-12-01T11:59:59.999Z')
    const now = await schedule('frame', NOW)
    const soon = await schedule('frame', '2026-12-01T12:59:59.999Z')
    const later = await schedule('frame', '2026-12-01T13:00:00Z')
    expect(await idsOf('frame', 'PT1H')).toEqual([now, soon])
    expect(await idsOf('frame', 'PT1H0.001S')).toEqual([now, soon, later])
  })

  it('has a fixed order for equal distances', async () => {
    await service.configured('app-tie', { allowPast: true }, org('tie'))
    const ahead = await schedule('tie', '2026-12-01T13:00:00Z')
    const behind = await schedule('tie', '2026-12-01T11:00:00Z')
    const again = await schedule('tie', '2026-12-01T13:00:00Z')
    expect(await idsOf('tie')).toEqual([ahead, behind, again].sort())
  })

  it('is empty if nothing matches, and for another organization', async () => {
    await schedule('full', NOW)
    expect(await eligible('empty')).toMatchObject({ status: 200, body: [] })
    expect(await idsOf('full')).toHaveLength(1)
  })

  it('contains at most the nearest thousand', async () => {
    const id = await schedule('many', '2027-01-09T09:00:00Z')
    await service.query(
      `INSERT INTO appointments SELECT (r).* FROM (
         SELECT json_populate_record(a, json_build_object('id', 'many-' || n,
           'start_at', timestamptz '${NOW}' + (CASE WHEN n % 2 = 0 THEN 1 ELSE -1 END) * n * interval '1 minute')) AS r
         FROM appointments a, generate_series(1, 1200) n WHERE a.id = $1) many`,
      [id],
    )
    const ids = await idsOf('many')
    expect(ids).toEqual(Array.from({ length: 1000 }, (_, n) => `many-${n + 1}`))
  })

  it.each(['nonsense', 'PT0S', 'P1Y'])('rejects %s as a time frame', async (timeFrame) => {
    expect(rejection(await eligible('any', timeFrame))).toMatchObject({ status: 400 })
  })
})
