import { expect, it, onTestFinished, vi } from 'vitest'
import { ApiError } from '../../api/send.ts'
import type { Session } from '../session/session.ts'
import { followChanges } from './follow-changes.ts'

it('connects again after a rejected token could not be renewed for a while', async () => {
  vi.useFakeTimers()
  vi.stubGlobal('document', { documentElement: { dataset: {} } })
  const stopping = new AbortController()
  onTestFinished(() => {
    stopping.abort()
    vi.useRealTimers()
    vi.unstubAllGlobals()
  })
  const fetched = vi
    .fn<typeof fetch>()
    .mockResolvedValueOnce(new Response(null, { status: 401 }))
    .mockResolvedValue(new Response(new ReadableStream({})))
  vi.stubGlobal('fetch', fetched)
  const token = vi
    .fn<Session['token']>()
    .mockResolvedValueOnce('first')
    .mockRejectedValueOnce(new ApiError(0, ''))
    .mockResolvedValue('second')
  const onConnected = vi.fn<(is: boolean) => void>()
  void followChanges({ token })({ signal: stopping.signal, onConnected, onNews: () => {} })
  await vi.advanceTimersByTimeAsync(20_000)
  expect(token.mock.calls).toEqual([[undefined], ['first'], ['first']])
  expect(onConnected).toHaveBeenLastCalledWith(true)
})
