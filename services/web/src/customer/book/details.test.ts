import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import type { Channel, Place } from '../../api/booking.ts'
import { ApiError } from '../../api/send.ts'

beforeEach(() => {
  // the texts of faults read the language of the page when they are loaded
  vi.stubGlobal('location', { search: '', pathname: '/book/bank' })
  onTestFinished(() => void vi.unstubAllGlobals())
})

describe('the details of a visitor', () => {
  const fieldsIn = async (codeBy: Channel, channel: Place, change: { email?: string; phone?: string }) => {
    const { faultsIn, noDetails } = await import('./details.ts')
    const details = { ...noDetails(codeBy), firstName: 'Ada', lastName: 'Lovelace', ...change }
    return faultsIn(details, { intake: [], channel }, false).map(({ field }) => field)
  }

  it('need a phone number if the appointment is a phone call', async () => {
    expect(await fieldsIn('EMAIL', 'PHONE', { email: 'ada@example.com' })).toEqual(['phone'])
    expect(await fieldsIn('EMAIL', 'PHONE', { email: 'ada@example.com', phone: '+49 30 123456' })).toEqual([])
    expect(await fieldsIn('EMAIL', 'VIDEO', { email: 'ada@example.com' })).toEqual([])
  })

  it('need the address that receives the code', async () => {
    expect(await fieldsIn('EMAIL', 'VIDEO', { phone: '+49 30 123456' })).toEqual(['email'])
    expect(await fieldsIn('SMS', 'VIDEO', { email: 'ada@example.com' })).toEqual(['phone'])
  })
})

it.each([
  ['EMAIL', 'email'],
  ['SMS', 'phone'],
] as const)('a code by %s that the API cannot send marks the field %s', async (channel, field) => {
  const { faultsOf } = await import('./faults.ts')
  const error = new ApiError(400, 'VALIDATION_FAILED', { errors: [{ pointer: '/to' }] })
  expect(faultsOf(error, { intake: [], channel }).map((fault) => fault.field)).toEqual([field])
})
