import type { RoomView } from '@appointments/contracts'
import { decoded } from '../text/decoded.ts'
import { ApiError, send } from './send.ts'

export type { RoomView } from '@appointments/contracts'

/** The room at the address of this page; undefined if there is none. @throws ApiError */
export async function readRoom(): Promise<RoomView | undefined> {
  const names = /\/rooms\/([^/]+)\/([^/]+)\/?$/.exec(location.pathname)?.slice(1)
  if (!names) return undefined
  const path = names.map((name) => encodeURIComponent(decoded(name))).join('/')
  return send<RoomView>(`api/v2/rooms/${path}`).catch((error: unknown) => {
    if (error instanceof ApiError && error.status === 404) return undefined
    throw error
  })
}
