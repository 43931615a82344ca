import autocannon from 'autocannon'
import { createServer } from 'node:http'
import { fork } from 'node:child_process'
import jwt from 'jsonwebtoken'
import { readGatewayConfig, createGateway } from '/work/main/services/gateway/src/index.ts'
import { silentLog } from '/work/main/shared/runtime/src/index.ts'
if (process.argv[2] === 'stub') { createServer((_q, r) => { r.setHeader('content-type','application/json'); r.end('{"ok":true}') }).listen(18998); process.on('disconnect', () => process.exit()) }
else {
const counts: Record<string, number> = {}
const t0 = performance.now()
const note = (what: string) => { const k = `${Math.floor((performance.now() - t0) / 250) / 4}s ${what}`; counts[k] = (counts[k] ?? 0) + 1 }
const log = { ...silentLog, info() {}, debug() {}, warn(_: unknown, m: string) { note(m) }, error(a: { err: Error }) { let e: Error & { code?: string } = a.err; let d = 0; while (e.cause) { e = e.cause as Error; d++ } note(`${d} ${e.message} ${e.code ?? ''}`) } }
const stub = fork(process.argv[1]!, ['stub'], { execArgv: ['--import', 'tsx'] })
const gw = await createGateway(readGatewayConfig({ PORT:'18997', INTERNAL_SECRET:'x'.repeat(32), JWT_SECRET:'y'.repeat(32), APPOINTMENTS_URL:'http://127.0.0.1:18998', REDIS_URL:'redis://127.0.0.1:6379/9', RATE_LIMIT_FACTOR:'100000' }), { log: log as never, connectBroker: async () => ({ publish: async () => {}, close: async () => {} }) as never })
const token = jwt.sign({ roles:['AGENT'], userId:'a' }, 'y'.repeat(32), { expiresIn: 600 })
const r = await autocannon({ url: 'http://127.0.0.1:18997/api/v2/appointments/a-1', headers: { authorization: `Bearer ${token}` }, connections: 32, duration: 8 })
note('END')
await gw.stop(); note('STOPPED'); stub.kill(); console.log(counts, JSON.stringify(r.statusCodeStats)); process.exit(0)
}
