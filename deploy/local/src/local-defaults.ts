/**
 * Defaults of a local system: the message viewer is on, webhooks may go to this machine, and pages of any origin may call
 * the API.
 */
export const localDefaults = { DEV_VIEWER: 'true', WEBHOOK_ALLOW_PRIVATE: 'true', CORS_ORIGINS: '*' }

/** Turns the metrics off, because all services of this machine would listen on the same port. */
export const oneMachine = { METRICS_PORT: '' }
