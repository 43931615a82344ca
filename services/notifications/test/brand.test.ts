import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { defaultPresentation, type Brand } from '@appointments/contracts'
import { newId } from '@appointments/runtime'
import { eventOf } from './builders.ts'
import { runNotifications, type Running } from './running-service.ts'

let service: Running
beforeAll(async () => {
  service = await runNotifications()
})
afterAll(() => service.stop())

const present = (applicationId: string, brand: Brand, version = 1) =>
  service.publish(
    eventOf('APPresentationChangedEvent', {
      presentation: { ...defaultPresentation, applicationId, version, brand },
    }),
  )

describe('the brand of an application', () => {
  it('is the newest of its presentations, in whatever order they arrive', async () => {
    const applicationId = `application-${newId()}`
    for (const version of [1, 3, 2]) await present(applicationId, { name: `Name ${version}` }, version)
    const { rows } = await service.pool.query('SELECT version, brand FROM brands WHERE application_id = $1', [
      applicationId,
    ])
    expect(rows).toEqual([{ version: 3, brand: { name: 'Name 3' } }])
    expect(await service.broker.deadLetters('notifications')).toEqual([])
  })
})
