// Replays a seed, or runs several: `npm run simulate -- --seed 7 --appointments 1000 --runs 3`
import { parseArgs } from 'node:util'
import { decideBackends } from '@appointments/testing'
import { simulate } from './simulate.ts'

const { values } = parseArgs({
  options: {
    seed: { type: 'string' },
    appointments: { type: 'string', default: '500' },
    runs: { type: 'string', default: '1' },
  },
})
const first = values.seed === undefined ? Math.floor(Math.random() * 1e9) : Number(values.seed)
const appointments = Number(values.appointments)
const { backends, summary, stop } = await decideBackends()
console.log(summary)
try {
  for (let seed = first; seed < first + Number(values.runs); seed += 1) {
    const start = performance.now()
    const before = process.cpuUsage()
    const { violations, digest, ...figures } = await simulate({ seed, appointments, server: backends })
    const seconds = ((performance.now() - start) / 1000).toFixed(1)
    const { user, system } = process.cpuUsage(before)
    const cpu = ((user + system) / 1e6).toFixed(1)
    console.log(
      `seed ${seed}, ${appointments} appointments, ${seconds} s (${cpu} s of processor time), ${digest.slice(0, 12)}:`,
      figures,
    )
    for (const violation of violations.slice(0, 40)) console.log(`  ${violation}`)
    if (violations.length === 0) continue
    process.exitCode = 1
    console.log(
      `  ${violations.length} violations; npm run simulate -- --seed ${seed} --appointments ${appointments}`,
    )
  }
} finally {
  await stop()
}
