import { describe, expect, it } from 'vitest'
import { appointmentsService, machine, rejection, supervisor, V2 } from './harness.ts'

const service = appointmentsService()
const update = (id: string, ifMatch: string) =>
  service.call(supervisor, 'PUT', V2, { id, title: ifMatch }, { 'if-match': ifMatch })
const put = (id: string, ifMatch: string) =>
  service.call(machine, 'PUT', `/api/v2/applications/${id}`, {}, { 'if-match': ifMatch })

describe('If-Match', () => {
  it.each(['2', ' 2 ', '1, 2', '"1", 2', '*'])('%s matches version 2 [H5.4]', async (ifMatch) => {
    const { id, version } = await service.scheduled()
    expect(version).toBe(2)
    expect((await update(id, ifMatch)).status).toBe(200)
  })

  it.each(['1', '"2', '2"', "'2'", 'W/"2"', 'W/2', '02', '2.0', '2x', '"*"', '*, 2x', ''])(
    '%j does not match version 2 [H5.4]',
    async (ifMatch) => {
      const { id } = await service.scheduled()
      const before = await service.footprint()
      expect(rejection(await update(id, ifMatch))).toEqual({ status: 412, code: 'VERSION_MISMATCH' })
      expect(await service.footprint()).toEqual(before)
    },
  )

  it('is not checked for an unknown appointment, which is a 404 [H5.4]', async () => {
    for (const ifMatch of ['*', '2', '"2"'])
      expect(rejection(await update('nothing', ifMatch))).toEqual({
        status: 404,
        code: 'APPOINTMENT_NOT_FOUND',
      })
  })

  it.each(['*', '"1"', '0', '"0"'])('%s registers no application [H5.4]', async (ifMatch) => {
    const before = await service.footprint()
    const rejected = await put('app-none', ifMatch)
    expect(rejection(rejected)).toEqual({ status: 412, code: 'VERSION_MISMATCH' })
    expect(rejected.body).toMatchObject({
      detail: 'There is no such application; If-Match only replaces an existing one.',
    })
    expect(await service.footprint()).toEqual(before)
  })

  it('* replaces an existing application, whatever its version [H5.4]', async () => {
    await service.configured('app-there', {})
    expect((await put('app-there', '*')).body.version).toBe(3)
    expect((await put('app-there', '*')).body.version).toBe(4)
  })
})
