/** What a local system does unless its environment says otherwise: messages can be looked at, and webhooks may stay here. */
export const localDefaults = { DEV_VIEWER: 'true', WEBHOOK_ALLOW_PRIVATE: 'true' }

/** Every service would serve its metrics at the same port of this machine, so none does. */
export const oneMachine = { METRICS_PORT: '' }
