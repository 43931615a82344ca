import type { holdOperations } from '@appointments/contracts'
import type { Examples } from './example.ts'

const hold = {
  id: 'hold_nMvxVd2mQn6uC1zW0Yx4Rg',
  applicationId: 'demo',
  serviceTypeId: 'consultation',
  start: '2027-04-01T08:00:00Z',
  end: '2027-04-01T08:30:00Z',
  duration: 'PT30M',
  timezone: 'Europe/Berlin',
  expiresAt: '2027-03-22T09:10:00Z',
  extendableUntil: '2027-03-22T10:00:00Z',
  agentId: 'agent-7',
}

/** Examples of the operations on holds. */
export const holdExamples: Examples<typeof holdOperations> = {
  holdSlot: {
    body: {
      applicationId: 'demo',
      serviceTypeId: 'consultation',
      start: '2027-04-01T08:00:00Z',
      duration: 'PT30M',
    },
    response: hold,
  },
  getHold: { response: hold },
  extendHold: { body: { ttl: 'PT20M' }, response: { ...hold, expiresAt: '2027-03-22T09:25:00Z' } },
  releaseHold: {},
}
