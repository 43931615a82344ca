// Runs a command and prints its output only if it fails: `node quiet.mjs <command> [<argument> …]`. Does nothing if
// IS_BUILT=1, which .ci/run and .ci/nightly set when they have built everything.
import { spawnSync } from 'node:child_process'

if (process.env.IS_BUILT === '1') process.exit(0)
const [command, ...args] = process.argv.slice(2)
const { status, stdout, stderr } = spawnSync(command, args, {
  encoding: 'utf8',
  shell: process.platform === 'win32',
})
if (status !== 0) process.stderr.write(`${stdout}${stderr}`)
process.exitCode = status ?? 1
