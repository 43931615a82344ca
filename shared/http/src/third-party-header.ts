/** Tells the gateway that a third party is at fault and not the service; no client ever sees it. */
export const THIRD_PARTY_HEADER = 'x-internal-third-party'
