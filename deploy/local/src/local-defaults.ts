/**
 * What a local system does unless its environment says otherwise: messages can be looked at, webhooks may stay on this
 * machine, and pages of any origin may call the API.
 */
export const localDefaults = { DEV_VIEWER: 'true', WEBHOOK_ALLOW_PRIVATE: 'true', CORS_ORIGINS: '*' }

/** Every service would serve its metrics at the same port of this machine, so none does. */
export const oneMachine = { METRICS_PORT: '' }
