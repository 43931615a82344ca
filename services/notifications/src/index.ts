export { config } from './config.ts'
export { createNotifications } from './service.ts'
