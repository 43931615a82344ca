import type { Desk } from '../desk.ts'
import { pageOrFirst } from '../first-page.ts'
import { createListing } from '../listing.ts'
import { place } from '../place.ts'
import { searchOf } from './filters.ts'

/** The appointments that the address asks for. */
export function createList(
  { api, live, application, zone }: Pick<Desk, 'api' | 'live' | 'application' | 'zone'>,
  isBusy: () => boolean,
) {
  return createListing({
    live,
    isBusy,
    read: () =>
      pageOrFirst(async () => {
        const { query, words } = place.peek()
        const team = query.get('team')
        // a chosen agent counts, whatever the team
        const members = team === null || query.has('agent') ? undefined : await api.teamAgents(team)
        const applicationId = application.value.id
        // a team without members has no appointments; an empty filter would find all
        if (members?.length === 0) return { content: [] }
        return api.search(searchOf({ query, words, applicationId, zone: zone(), now: Date.now(), members }))
      }),
    mayBelong: ({ applicationId }) =>
      applicationId === application.value.id && !place.peek().query.has('after'),
  })
}
