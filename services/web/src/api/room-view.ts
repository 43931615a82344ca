import type { RoomView } from '@appointments/contracts'
import { ApiError, send } from './send.ts'

export type { RoomView } from '@appointments/contracts'

/** The room at the address of this page; undefined if there is none. @throws ApiError */
export async function readRoom(): Promise<RoomView | undefined> {
  const [id, room] = /\/rooms\/([^/]+)\/([^/]+)\/?$/.exec(location.pathname)?.slice(1) ?? []
  if (id === undefined || room === undefined) return undefined
  return send<RoomView>(`api/v2/rooms/${id}/${room}`).catch((error: unknown) => {
    if (error instanceof ApiError && error.status === 404) return undefined
    throw error
  })
}
