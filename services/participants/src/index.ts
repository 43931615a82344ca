export { config, type Config } from './config.ts'
export { createParticipants, type Overrides } from './service.ts'
