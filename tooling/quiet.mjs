// Runs a command and prints its output only if it fails: `node quiet.mjs <command> [<argument> …]`.
import { spawnSync } from 'node:child_process'

const [command, ...args] = process.argv.slice(2)
const { status, stdout, stderr } = spawnSync(command, args, {
  encoding: 'utf8',
  shell: process.platform === 'win32',
})
if (status !== 0) process.stderr.write(`${stdout}${stderr}`)
process.exitCode = status ?? 1
