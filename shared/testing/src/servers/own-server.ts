import { spawn, type ChildProcess } from 'node:child_process'
import { createWriteStream } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import { signalTree } from './process-tree.ts'

const READY_WITHIN_MS = 120_000
const STOP_LIMIT_MS = 20_000

/** A server that one test owns and may kill, pause and restart. */
export interface OwnServer {
  port: number
  /** Resolves when the server is ready. */
  start: () => Promise<void>
  /** Shuts it down gracefully. */
  stop: () => Promise<void>
  /** Kills it and all its child processes, like `kill -9`. */
  kill: () => Promise<void>
  /** Suspends it, even in the middle of an operation, until `resume`. */
  pause: () => void
  resume: () => void
}

interface Program {
  port: number
  command: string
  args: readonly string[]
  cwd?: string
  env?: NodeJS.ProcessEnv
  /** Account that the program runs as. */
  account?: { uid: number; gid: number } | undefined
  logFile: string
  stopSignal: NodeJS.Signals
  /** Resolves if the server is ready, otherwise rejects. */
  probe: () => Promise<unknown>
}

const running = new Set<ChildProcess>()
process.once('exit', () => {
  for (const { pid } of running) if (pid !== undefined) signalTree(pid, 'SIGKILL')
})

/** Describes a server that is not started yet. It is killed when this process exits. */
export function ownServer(program: Program): OwnServer {
  let child: ChildProcess | undefined
  const end = async (send: (pid: number) => void) => {
    const ending = child
    if (ending?.pid === undefined) return
    const { pid } = ending
    const gone = new Promise((resolve) => ending.once('exit', resolve))
    if (ending.exitCode === null && ending.signalCode === null) {
      send(pid)
      const impatience = setTimeout(() => signalTree(pid, 'SIGKILL'), STOP_LIMIT_MS)
      await gone
      clearTimeout(impatience)
    }
    running.delete(ending)
    child = undefined
  }
  const signal = (name: NodeJS.Signals) => {
    if (child?.pid !== undefined) signalTree(child.pid, name)
  }
  return {
    port: program.port,
    async start() {
      if (child) return
      const { command, args, cwd, env, account, logFile } = program
      const started = spawn(command, [...args], { cwd, env, ...account, stdio: ['ignore', 'pipe', 'pipe'] })
      child = started
      running.add(started)
      const log = createWriteStream(logFile, { flags: 'a' })
      started.stdout.pipe(log, { end: false })
      started.stderr.pipe(log, { end: false })
      const limit = Date.now() + READY_WITHIN_MS
      for (;;) {
        if (started.exitCode !== null) throw new Error(`${command} ended: see ${logFile}`)
        try {
          await program.probe()
          return
        } catch (error) {
          if (Date.now() > limit) throw new Error(`${command} is not ready: see ${logFile}`, { cause: error })
          await pause(100)
        }
      }
    },
    stop: () => end((pid) => process.kill(pid, program.stopSignal)),
    kill: () => end((pid) => signalTree(pid, 'SIGKILL')),
    pause: () => signal('SIGSTOP'),
    resume: () => signal('SIGCONT'),
  }
}
