// `npm run web`: compiles the pages on request, in front of the system that runs at GATEWAY_URL.
import { startDevServer } from './server.ts'

const gatewayUrl = process.env.GATEWAY_URL ?? 'http://127.0.0.1:8080'
const server = await startDevServer({ gatewayUrl, port: Number(process.env.WEB_PORT ?? 5173) })
process.stdout.write(`Pages in front of ${gatewayUrl}: ${server.resolvedUrls?.local[0] ?? ''}\n`)
