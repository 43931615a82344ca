import { expect, it } from 'vitest'
import { silentLog } from '@appointments/runtime'
import { problemFor } from '../src/problem-response.ts'

it.each(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH', '40001', '40P01', '25006'])(
  'asks the caller to retry if the database fails with %s',
  (code) => {
    expect(problemFor(Object.assign(new Error('failed'), { code }), silentLog)).toMatchObject({
      status: 503,
      code: 'UNAVAILABLE',
      details: { retryAfter: 2 },
    })
  },
)

it('asks the caller to retry if the connection broke between two statements', () => {
  const broken = new Error('Client has encountered a connection error and is not queryable')
  expect(problemFor(broken, silentLog)).toMatchObject({ status: 503, code: 'UNAVAILABLE' })
})
