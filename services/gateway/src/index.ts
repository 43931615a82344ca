export { readGatewayConfig, type GatewayConfig } from './config.ts'
export { createGateway } from './service.ts'
