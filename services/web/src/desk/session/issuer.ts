import * as oauth from 'oauth4webapi'

/** How the desk of this installation signs in. */
export interface SignInConfig {
  /** Absent if the desk is not set up. */
  issuer?: string
  clientId: string
  scope: string
}

/** The tokens of a session. They stay in the memory of the page. */
export interface Tokens {
  access: string
  refresh?: string | undefined
  id?: string | undefined
  /** Milliseconds since 1970. */
  expiresAt: number
  /** The issuer's identifier of the person who is signed in. */
  subject: string | undefined
  /** The name of the person, if the issuer names it. */
  name?: string | undefined
}

/** A sign-in that has been sent to the issuer; the tab stores it until the response comes. */
export interface Pending {
  state: string
  verifier: string
  /** Address to show afterwards. */
  address: string
  /** Whether the tokens are for another window. */
  isHandover: boolean
}

/** The error of an issuer that has no session for the browser, or whose session has ended. */
export class LoginRequired extends Error {}

const NO_SESSION = [
  'login_required',
  'interaction_required',
  'consent_required',
  'account_selection_required',
]

/** Whether the issuer has rejected a request, so that a repetition would be rejected as well. */
const isFinal = (error: unknown): boolean =>
  error instanceof oauth.WWWAuthenticateChallengeError ||
  (error instanceof oauth.ResponseBodyError && error.status !== 429)

/**
 * The token issuer of the desk: authorization code with PKCE (RFC 7636), without a client secret.
 * @param redirectUri address of the desk, to which the issuer responds
 * @throws Error if there is no issuer, it cannot be reached, or it does not support OpenID Connect
 */
export async function openIssuer({ issuer, clientId, scope }: SignInConfig, redirectUri: string) {
  if (issuer === undefined) throw new Error('the desk has no issuer')
  const url = new URL(issuer)
  // development machines have no certificates
  // oxlint-disable-next-line typescript/no-deprecated -- its mark only warns against other uses
  const options = { [oauth.allowInsecureRequests]: url.protocol === 'http:' }
  const server = await oauth.processDiscoveryResponse(url, await oauth.discoveryRequest(url, options))
  const client: oauth.Client = { client_id: clientId }
  const authentication = oauth.None()

  const tokensOf = (response: oauth.TokenEndpointResponse, before?: Tokens): Tokens => {
    const claims = oauth.getValidatedIdTokenClaims(response)
    const name = claims?.name
    return {
      access: response.access_token,
      refresh: response.refresh_token ?? before?.refresh,
      id: response.id_token ?? before?.id,
      expiresAt: Date.now() + (response.expires_in ?? 300) * 1000,
      subject: claims?.sub ?? before?.subject,
      name: typeof name === 'string' ? name : before?.name,
    }
  }

  return {
    /**
     * The address for the sign-in, and the data to keep until the response.
     * @param prompt `none` asks for an existing session
     */
    async begin(
      address: string,
      isHandover: boolean,
      prompt?: 'none',
    ): Promise<{ url: string; pending: Pending }> {
      const verifier = oauth.generateRandomCodeVerifier()
      const state = oauth.generateRandomState()
      const target = new URL(server.authorization_endpoint ?? '')
      const parameters = {
        client_id: clientId,
        redirect_uri: redirectUri,
        response_type: 'code',
        scope,
        state,
        code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
        code_challenge_method: 'S256',
        ...(prompt && { prompt }),
      }
      for (const [name, value] of Object.entries(parameters)) target.searchParams.set(name, value)
      return { url: target.href, pending: { state, verifier, address, isHandover } }
    },

    /** @throws LoginRequired if there is no session, Error if the response is not valid */
    async finish(response: URLSearchParams, { state, verifier }: Pending): Promise<Tokens> {
      if (NO_SESSION.includes(response.get('error') ?? '')) throw new LoginRequired()
      const parameters = oauth.validateAuthResponse(server, client, response, state)
      const redeemed = await oauth.authorizationCodeGrantRequest(
        server,
        client,
        authentication,
        parameters,
        redirectUri,
        verifier,
        options,
      )
      return tokensOf(await oauth.processAuthorizationCodeResponse(server, client, redeemed))
    },

    /** @throws LoginRequired if the session has ended, Error if the issuer cannot be reached or is busy */
    async refresh(tokens: Tokens): Promise<Tokens> {
      if (tokens.refresh === undefined) throw new LoginRequired()
      const response = await oauth.refreshTokenGrantRequest(
        server,
        client,
        authentication,
        tokens.refresh,
        options,
      )
      const renewed = await oauth
        .processRefreshTokenResponse(server, client, response)
        .catch((error: unknown) => {
          throw isFinal(error) ? new LoginRequired() : error
        })
      return tokensOf(renewed, tokens)
    },

    /** The address that ends the session of the issuer; undefined if it has none. */
    signOutUrl({ id }: Tokens): string | undefined {
      if (server.end_session_endpoint === undefined) return undefined
      const target = new URL(server.end_session_endpoint)
      target.searchParams.set('post_logout_redirect_uri', redirectUri)
      target.searchParams.set('client_id', clientId)
      if (id !== undefined) target.searchParams.set('id_token_hint', id)
      return target.href
    },
  }
}
export type Issuer = Awaited<ReturnType<typeof openIssuer>>
