import { expect, it, onTestFinished, vi } from 'vitest'
import { readRoom } from '../api/room-view.ts'
import { ticketIn } from '../api/ticket.ts'
import { applicationOfPage, createSteps } from '../customer/book/steps.ts'
import { placeIn } from '../desk/place.ts'

it.each(['%zz', '%E0%A4%A', '%', '%FF'])(
  'every page can read an address that ends with %s',
  async (broken) => {
    vi.stubGlobal('document', { documentElement: { dataset: {} } })
    onTestFinished(() => void vi.unstubAllGlobals())
    const open = (pathname: string) => vi.stubGlobal('location', { pathname, search: '', hash: '' })

    expect(ticketIn(`/manage/${broken}`)).toBe(broken)

    open(`/book/${broken}/advice%20`)
    expect(applicationOfPage()).toBe(broken)
    expect(createSteps(broken).initial().serviceTypeId).toBe('advice ')

    expect(
      placeIn({ pathname: `/desk/week/${broken}`, search: '?day=%zz', hash: `#q=${broken}` }),
    ).toMatchObject({
      view: 'week',
      id: broken,
      words: broken,
    })

    const fetched = vi.fn(() => Promise.resolve(new Response('{}', { status: 404 })))
    vi.stubGlobal('fetch', fetched)
    open(`/rooms/${broken}/a%20name`)
    expect(await readRoom()).toBeUndefined()
    const path = `/api/v2/rooms/${encodeURIComponent(broken)}/a%20name`
    expect(fetched).toHaveBeenCalledWith(path, expect.anything())
  },
)
