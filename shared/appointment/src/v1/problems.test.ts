import { describe, expect, it } from 'vitest'
import { problem } from '@appointments/contracts'
import { aWhole } from '../../test/builders.ts'
import { requireOpen } from '../lifecycle.ts'
import { asV1, hideCancelled } from './problems.ts'

const change = (state: 'SCHEDULED' | 'CANCELLED' | 'ABORTED') =>
  Promise.resolve().then(() => {
    requireOpen({ state })
    return 'changed'
  })

describe('a change through v1', () => {
  it('returns its result', async () => {
    await expect(asV1(change('SCHEDULED'))).resolves.toBe('changed')
  })

  it('reports a cancelled appointment as not found', async () => {
    await expect(asV1(change('CANCELLED'))).rejects.toMatchObject({ code: 'APPOINTMENT_NOT_FOUND' })
  })

  it('reports any other state as a bad request, with the same details', async () => {
    await expect(asV1(change('ABORTED'))).rejects.toMatchObject({
      code: 'SCHEDULE_STATE',
      detail: 'The appointment is ABORTED',
      details: { extensions: { state: 'ABORTED' } },
    })
  })

  it('passes on every other error', async () => {
    const other = problem('SLOT_TAKEN')
    await expect(asV1(Promise.reject(other))).rejects.toBe(other)
  })
})

describe('a cancelled appointment', () => {
  it('is hidden from v1, and no other state is', () => {
    expect(() => hideCancelled(aWhole({ state: 'CANCELLED' }))).toThrow(
      expect.objectContaining({ code: 'APPOINTMENT_NOT_FOUND' }) as Error,
    )
    for (const state of ['SCHEDULED', 'ACTIVATED', 'ABORTED'] as const)
      expect(() => hideCancelled(aWhole({ state }))).not.toThrow()
  })
})
