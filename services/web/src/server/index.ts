export { config, type Config } from './config.ts'
export { createWeb } from './service.ts'
