/** Marks a failure of a third party rather than of the service. Internal to the gateway: clients never see it. */
export const THIRD_PARTY_HEADER = 'x-internal-third-party'
