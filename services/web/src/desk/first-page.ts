import { ApiError } from '../api/send.ts'
import { place, setQuery } from './place.ts'

/**
 * Reads the page of a list that the address names. If its cursor is no longer valid, reads the first page, once, and
 * removes the cursor from the address. A cursor becomes invalid when a new day moves the period or the members of a team
 * change.
 * @param read reads the page that the address names at the moment of the call
 */
export async function pageOrFirst<Page>(read: () => Promise<Page>): Promise<Page> {
  const asked = place.peek()
  try {
    return await read()
  } catch (error) {
    const isInvalid = error instanceof ApiError && error.code === 'CURSOR_INVALID' && asked.query.has('after')
    // if the person has gone elsewhere meanwhile, the address has another page
    if (!isInvalid || place.peek() !== asked) throw error
    setQuery({ after: undefined })
    return read()
  }
}
