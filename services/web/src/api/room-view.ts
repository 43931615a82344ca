import { ApiError, send } from './send.ts'

/** Who is expected in a room, and when; customers appear by their first names only. */
export interface RoomView {
  state: 'OPEN' | 'CANCELLED' | 'ABORTED' | 'EXPIRED'
  /** Older releases leave it out. */
  applicationId?: string
  locale: string
  expected?: {
    start: string
    end: string
    timezone: string
    company?: string
    customers: string[]
    unnamedCustomers: number
    agents: number
  }
}

/** The room at the address of this page; undefined if there is none. @throws ApiError */
export async function readRoom(): Promise<RoomView | undefined> {
  const [id, room] = /\/rooms\/([^/]+)\/([^/]+)\/?$/.exec(location.pathname)?.slice(1) ?? []
  if (id === undefined || room === undefined) return undefined
  return send<RoomView>(`api/v2/rooms/${id}/${room}`).catch((error: unknown) => {
    if (error instanceof ApiError && error.status === 404) return undefined
    throw error
  })
}
