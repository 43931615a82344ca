// Costs on this machine, as ratios within one run: `npm run bench [-- part …]`. Needs PostgreSQL, RabbitMQ,
// Redis and pgbench; docs/benchmarks.md explains how to read the results.
import { dropDatabasesOf } from '@appointments/testing'
import { parseArgs } from 'node:util'
import { autovacuumWarning } from './autovacuum.ts'
import { availability } from './availability.ts'
import { bursts } from './bursts.ts'
import { costs } from './costs.ts'
import { runWithDeployedNode } from './deployed-node.ts'
import { desk } from './desk.ts'
import { genericBackend } from './generic-backend.ts'
import { growth } from './growth.ts'
import { idle } from './idle.ts'
import { mixed } from './mixed.ts'
import { neighbours } from './neighbours.ts'
import { replicas } from './replicas.ts'
import { outcomes, print, writeReport, type Section } from './report.ts'
import { saturation } from './saturation.ts'
import { sending } from './sending.ts'
import { postgresUrl, server } from './settings.ts'
import { soak } from './soak.ts'
import { openStage, type Stage } from './stage.ts'
import { statements } from './statements.ts'

const statusOfOtherNode = await runWithDeployedNode()
if (statusOfOtherNode !== undefined) process.exit(statusOfOtherNode)

// any exit also ends its services; the same signal may arrive twice, from the terminal and from a parent process
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => process.exit(130))

/** Parts that share one system, ordered so that they disturb each other least. */
const onStage = {
  idle,
  costs,
  mixed,
  sending,
  bursts,
  saturation,
  soak,
  generic: genericBackend,
} satisfies Record<string, (stage: Stage) => Promise<Section>>

/** Parts that start their own systems. */
const alone = { statements, availability, neighbours, replicas, desk, growth } satisfies Record<
  string,
  () => Promise<Section>
>

const all = [...Object.keys(onStage), ...Object.keys(alone)]
/** Parts that need minutes to fill a database. */
const large = ['desk', 'growth']
const usual = all.filter((part) => !large.includes(part))
const { values: options, positionals } = parseArgs({
  options: { 'fail-on-missed': { type: 'boolean', default: false } },
  allowPositionals: true,
})
const wanted = positionals.length > 0 ? positionals : usual

const sections: Section[] = []
let warning: string | undefined
const keep = (section: Section) => {
  print(section)
  sections.push(section)
}

try {
  const unknown = wanted.filter((part) => !all.includes(part))
  if (unknown.length > 0)
    throw new Error(`unknown part ${unknown.join(', ')}; the parts are ${all.join(', ')}`)
  warning = await autovacuumWarning()
  if (warning !== undefined) process.stderr.write(`${warning}\n`)
  const staged = Object.entries(onStage).filter(([part]) => wanted.includes(part))
  if (staged.length > 0) {
    const stage = await openStage()
    try {
      for (const [, part] of staged) keep(await part(stage))
    } finally {
      await stage.close()
    }
  }
  for (const [part, measure] of Object.entries(alone)) if (wanted.includes(part)) keep(await measure())
} catch (error) {
  process.exitCode = 1
  process.stderr.write(`${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`)
} finally {
  if (sections.length > 0) {
    const { met, missed, 'not usable': unusable } = outcomes(sections)
    process.stdout.write(`written to ${await writeReport(sections, warning)}\n`)
    process.stdout.write(`goals: ${met} met, ${missed} missed, ${unusable} not usable\n`)
    if (options['fail-on-missed'] && missed + unusable > 0) process.exitCode = 1
  }
  await dropDatabasesOf(postgresUrl, server.run).catch(() => undefined)
}
// exits even if a failed step left something open
process.exit()
