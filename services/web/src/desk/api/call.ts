import { ApiError, send } from '../../api/send.ts'
import type { Session } from '../session/session.ts'

/** Sends a request of the person who is signed in. */
export type Call = <Body>(path: string, init?: RequestInit) => Promise<Body>

/**
 * Requests with the token of the session. A request whose token is rejected is sent once more with a new one, if
 * necessary after another sign-in.
 */
export const callWith =
  ({ token }: Pick<Session, 'token'>): Call =>
  async <Body>(path: string, init: RequestInit = {}): Promise<Body> => {
    const attempt = (access: string) =>
      send<Body>(path, {
        ...init,
        headers: { ...(init.headers as Record<string, string>), authorization: `Bearer ${access}` },
      })
    const access = await token()
    return attempt(access).catch(async (error: unknown) => {
      if (!(error instanceof ApiError) || error.status !== 401) throw error
      return attempt(await token(access))
    })
  }
