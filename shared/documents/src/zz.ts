import { payloadSchemas } from './asyncapi/payloads.ts'
const p = payloadSchemas()
console.log(Object.keys(p.shared), JSON.stringify(p.ofEvents.APUpdatedEvent), JSON.stringify(p.webhook).slice(0,300))
