import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { postgresUrl, rabbitmqUrl, redisUrl, server } from './settings.ts'

/** Processor time that each part of a system has used, in milliseconds. */
export type ProcessorTime = Record<string, number>

const MS_PER_TICK = 1000 / Number(execFileSync('getconf', ['CLK_TCK']).toString())

/**
 * Reads how much processor time each part has used so far. Servers that do not run on this machine are left out. For
 * PostgreSQL, it counts the connections to the databases of this run, the processes that serve all databases, and all
 * processes that have ended, because pools replace connections during a run.
 * @param pids the processes of the system by the name of their part
 */
export function processorTimeOf(pids: Record<string, readonly number[]>): () => ProcessorTime {
  const postgres = listeningAt(postgresUrl, 'postgres')
  const servers = {
    RabbitMQ: listeningAt(rabbitmqUrl, 'beam.smp'),
    Redis: listeningAt(redisUrl, 'redis-server'),
  }
  return () => {
    const found: ProcessorTime = {}
    for (const [part, own] of Object.entries(pids)) found[part] = sum(own.map(usedBy))
    if (postgres !== undefined)
      found.PostgreSQL = sum(backendsOf(postgres).map(usedBy)) + usedByEnded(postgres)
    for (const [part, pid] of Object.entries(servers)) if (pid !== undefined) found[part] = usedBy(pid)
    found['load generator'] = usedBy(process.pid)
    return found
  }
}

/** The time that each part used between two readings. */
export const used = (before: ProcessorTime, after: ProcessorTime): ProcessorTime =>
  Object.fromEntries(Object.entries(after).map(([part, ms]) => [part, ms - (before[part] ?? 0)]))

/** Processor time of all processes except the load generators. */
export const systemTime = ({ 'load generator': _generator, 'mail sink': _sink, ...parts }: ProcessorTime) =>
  sum(Object.values(parts))

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0)

/** The process that listens at an address, if it runs here and its program has this name. */
function listeningAt(url: string, program: string): number | undefined {
  const { port } = new URL(url)
  const listening = execFileSync('ss', ['-ltnpH', `sport = :${port}`]).toString()
  const pid = new RegExp(`"${program}",pid=(\\d+)`).exec(listening)?.[1]
  return pid === undefined ? undefined : Number(pid)
}

/** Children of the server, except for connections to the databases of others. */
function backendsOf(postmaster: number): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && statOf(Number(name))?.[PARENT] === String(postmaster))
    .map(Number)
    .filter((pid) => {
      const title = read(`/proc/${pid}/cmdline`) ?? ''
      const isConnection = /\(\d+\)|\[local\]/.test(title)
      return !isConnection || title.includes(server.run)
    })
}

// positions among the fields that follow the name of the program (proc(5))
const PARENT = 1
const USER_TICKS = 11
const SYSTEM_TICKS = 12
const ENDED_USER_TICKS = 13
const ENDED_SYSTEM_TICKS = 14

/** 0 for a process that has ended. */
const usedBy = (pid: number): number => ticksOf(pid, USER_TICKS, SYSTEM_TICKS) * MS_PER_TICK

/** Processor time that ended children of a process have used. */
const usedByEnded = (pid: number): number => ticksOf(pid, ENDED_USER_TICKS, ENDED_SYSTEM_TICKS) * MS_PER_TICK

function ticksOf(pid: number, ...fields: number[]): number {
  const stat = statOf(pid)
  return stat ? sum(fields.map((field) => Number(stat[field]))) : 0
}

function statOf(pid: number): string[] | undefined {
  const stat = read(`/proc/${pid}/stat`)
  return stat?.slice(stat.lastIndexOf(')') + 2).split(' ')
}

function read(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return undefined
  }
}
