import { signal } from '@preact/signals'
import { beforeEach, expect, it, onTestFinished, vi } from 'vitest'
import { ApiError } from '../../api/send.ts'
import type { BookingApi, ServiceType } from '../../api/booking.ts'
import type { Holds } from '../../api/holds.ts'

const MINUTE_MS = 60_000

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('location', { search: '', pathname: '/book/bank' })
  vi.stubGlobal('navigator', { languages: ['en'] })
  vi.stubGlobal('document', { documentElement: { style: { removeProperty: () => {} } } })
  onTestFinished(() => {
    vi.useRealTimers()
    vi.unstubAllGlobals()
  })
})

const advice: ServiceType = {
  id: 'advice',
  name: 'Advice',
  durations: ['PT30M', 'PT60M'],
  channel: 'VIDEO',
  intake: [],
}

/** A visitor whose chosen time is held for five minutes; others cannot book a held time. */
async function chooseTime() {
  const start = Math.ceil(Date.now() / MINUTE_MS) * MINUTE_MS + 24 * 60 * MINUTE_MS
  const time = { start, end: start + 30 * MINUTE_MS }
  const isTaken = signal(false)
  const free = () => (isTaken.value ? [] : [time])
  const until = () => ({ id: 'hold_1', until: Date.now() + 5 * MINUTE_MS, extendableUntil: Date.now() })
  const release = vi.fn<() => Promise<void>>(() => {
    isTaken.value = false
    return Promise.resolve()
  })
  const hold = vi.fn<Holds['hold']>(() => {
    isTaken.value = true
    return Promise.resolve(until())
  })
  const book = vi.fn<BookingApi['book']>()
  const api: BookingApi = {
    profile: () => Promise.resolve({ booking: { enabled: true, holds: 'OPEN', codeBy: ['EMAIL'] } }),
    services: () => Promise.resolve([advice]),
    freeTimes: () => ({
      next: () => Promise.resolve(free()[0]),
      days: () => Promise.resolve(new Map()),
      times: () => Promise.resolve(free()),
    }),
    holds: () => ({
      hold,
      extend: () => Promise.reject(new ApiError(409, 'HOLD_GONE')),
      release,
    }),
    sendCode: () =>
      Promise.resolve({ id: 'otp_1', validUntil: Date.now() + 60 * MINUTE_MS, resendAt: Date.now() }),
    verifyCode: () => Promise.resolve(),
    calendarFile: () => Promise.resolve(new Blob()),
    book,
  }
  // reads the address of the page when it is loaded
  const { createBook } = await import('./book.ts')
  const page = createBook({
    applicationId: 'bank',
    api,
    steps: {
      initial: () => ({}),
      push: () => {},
      replace: () => {},
      listen: () => {},
    },
  })
  await page.open()
  await page.chooseTime(time)
  return { page, time, book, hold, release, isTaken }
}

it('does not report a time as taken that the lost response may have booked', async () => {
  const { page, book } = await chooseTime()
  page.change({ firstName: 'Ada', lastName: 'Lovelace', email: 'ada@example.com', consent: true })
  await page.submitDetails()
  page.typeCode('123456')
  book.mockRejectedValueOnce(new ApiError(0, ''))
  await page.confirm()
  expect(page.attempt.value?.isUnsettled).toBe(true)

  // the hold would have ended by now
  await vi.advanceTimersByTimeAsync(10 * MINUTE_MS)
  expect(page.step.value).toBe('code')
  expect(page.notice.value).toBeUndefined()

  await page.confirm()
  const [first, second] = book.mock.calls
  expect(second?.[2]).toBe(first?.[2])
  expect(second?.[0]).toEqual(first?.[0])
})

it('books the time that the visitor chooses after a lost response', async () => {
  const { page, time, book } = await chooseTime()
  page.change({ firstName: 'Ada', lastName: 'Lovelace', email: 'ada@example.com', consent: true })
  await page.submitDetails()
  page.typeCode('123456')
  book.mockRejectedValueOnce(new ApiError(0, ''))
  await page.confirm()

  const later = { start: time.start + 30 * MINUTE_MS, end: time.end + 30 * MINUTE_MS }
  await page.goTo('time')
  await page.chooseTime(later)
  await page.submitDetails()
  // the first code may have been used
  expect(page.code.value).toBe('')
  page.typeCode('654321')
  await page.confirm()
  const [first, second] = book.mock.calls
  expect(second?.[0].start).toBe(new Date(later.start).toISOString())
  expect(second?.[2]).not.toBe(first?.[2])
})

it('does not report a time as taken while the visitor books it', async () => {
  const { page, book } = await chooseTime()
  page.change({ firstName: 'Ada', lastName: 'Lovelace', email: 'ada@example.com', consent: true })
  await page.submitDetails()
  page.typeCode('123456')
  book.mockReturnValueOnce(new Promise(() => {}))
  void page.confirm()
  // the hold ends meanwhile
  await vi.advanceTimersByTimeAsync(10 * MINUTE_MS)
  expect(page.step.value).toBe('code')
  expect(page.notice.value).toBeUndefined()
})

it('releases the time when the visitor leaves the page, unless it is being booked', async () => {
  const { page, book, release } = await chooseTime()
  page.change({ firstName: 'Ada', lastName: 'Lovelace', email: 'ada@example.com', consent: true })
  await page.submitDetails()
  page.typeCode('123456')
  book.mockReturnValueOnce(new Promise(() => {}))
  void page.confirm()
  page.leave()
  expect(release).not.toHaveBeenCalled()

  const other = await chooseTime()
  other.page.leave()
  expect(other.release).toHaveBeenCalledTimes(1)
})

it('still offers the held time when the visitor returns to the times', async () => {
  const { page, time, release, isTaken } = await chooseTime()
  release.mockImplementationOnce(async () => {
    await vi.advanceTimersByTimeAsync(100)
    isTaken.value = false
  })
  const day = page.choice.dayOf(time)
  await page.visit({ step: 'time', day })
  expect(page.choice.calendar.value?.view.value).toMatchObject({ kind: 'day', date: day, times: [time] })
})

it('releases a time if its hold arrives after the visitor has chosen another duration', async () => {
  const { page, time, hold, release } = await chooseTime()
  await page.goTo('time')
  release.mockClear()
  let finish = () => {}
  const ends = { until: Date.now() + 5 * MINUTE_MS, extendableUntil: Date.now() }
  hold.mockReturnValueOnce(new Promise((resolve) => (finish = () => resolve({ id: 'hold_2', ...ends }))))
  const choosing = page.chooseTime(time)
  await page.chooseDuration('PT60M')
  finish()
  await choosing
  expect(page.step.value).toBe('time')
  expect(page.choice.time.value).toBeUndefined()
  expect(release.mock.calls).toEqual([['hold_2']])
})
