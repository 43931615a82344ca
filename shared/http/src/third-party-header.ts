/**
 * Marks an error that does not show that the service is down: a third party or a service that only some requests need
 * does not respond, or too many requests of one kind run. Internal to the gateway: clients never see it.
 */
export const THIRD_PARTY_HEADER = 'x-internal-third-party'
