/**
 * Defaults of a local system: the message viewer is on, webhooks may go to this machine, and pages of any origin may call
 * the API.
 */
export const localDefaults = { DEV_VIEWER: 'true', WEBHOOK_ALLOW_PRIVATE: 'true', CORS_ORIGINS: '*' }

/** Services other than the gateway listen on the loopback interface only; the HOST of the environment is for the gateway. */
export const insideMachine = { HOST: '127.0.0.1' }

/** The gateway's address for programs on this machine. */
export function gatewayAddress({ HOST = '127.0.0.1', PORT = '8080' }: NodeJS.ProcessEnv): string {
  const host = ['0.0.0.0', '::'].includes(HOST) ? '127.0.0.1' : HOST
  return `http://${host.includes(':') ? `[${host}]` : host}:${PORT}`
}

/** Turns the metrics off, because all services of this machine would listen on the same port. */
export const oneMachine = { METRICS_PORT: '' }
