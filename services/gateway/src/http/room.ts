import { Router } from 'express'
import { problem } from '@appointments/contracts'
import { named } from '@appointments/http'
import { addressOf } from '../limits/requester.ts'
import type { RateLimit } from '../limits/rate-limits.ts'
import type { ViewRoom } from '../operations/view-room.ts'
import { rejectMethod } from './bind-routes.ts'

interface RoomDeps {
  viewRoom: ViewRoom
  limit: RateLimit
}

/** Who is expected in a room, for visitors who know its name: the data of the page at its default address. */
export function showRoom({ viewRoom, limit }: RoomDeps): Router {
  const router = Router({ caseSensitive: true })
  router
    .route('/api/v2/rooms/:id/:room')
    .get(named('pages', 'viewRoom'), async (request, response) => {
      await limit(request, response, addressOf(request))
      const { id, room } = request.params
      const view = await viewRoom(id, room)
      if (!view) throw problem('ROUTE_NOT_FOUND', 'No room has this address.')
      response.json(view)
    })
    .all(rejectMethod(['GET']))
  return router
}
