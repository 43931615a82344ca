export { config, readGatewayConfig, type GatewayConfig } from './config.ts'
export { createInProcessKeyValue } from './key-value/in-process.ts'
export { createGateway } from './service.ts'
export { gatewayMetrics, keyValueMetrics } from './metrics.ts'
