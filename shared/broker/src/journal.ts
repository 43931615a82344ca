import { mkdir, open, readFile, rename, rm, writeFile } from 'node:fs/promises'
import type { FileHandle } from 'node:fs/promises'
import { dirname } from 'node:path'

/** Settled lines that may pile up before the file is rewritten without them, while other entries are outstanding. */
const SETTLED_LINES_KEPT = 64
/** Silence after which settled lines are removed whatever their number: what was erased must not linger. */
const QUIET_MS = 1_000

/** One step: what becomes outstanding and what is settled, both or neither. */
export interface JournalChange<T extends { seq: number }> {
  put?: readonly T[]
  settled?: readonly number[]
}

/**
 * A file of JSON lines that remembers what is outstanding. It survives the death of the process, not of the
 * machine (no fsync). Settled entries are removed from the file soon after.
 */
export interface Journal<T extends { seq: number }> {
  /** What was outstanding when the file was opened, in the order put. */
  recovered: readonly T[]
  /** Resolves when the change is in the file. */
  write: (change: JournalChange<T>) => Promise<void>
  /** Rewrites the file without settled entries; resolves when they are gone from disk. */
  compact: () => Promise<void>
  close: () => Promise<void>
}

/** A line cut short by a crash is no change at all, so an unreadable line counts as not written. */
const parseChange = <T extends { seq: number }>(line: string): JournalChange<T> => {
  try {
    return JSON.parse(line) as JournalChange<T>
  } catch {
    return {}
  }
}

const replay = <T extends { seq: number }>(text: string): Map<number, T> => {
  const outstanding = new Map<number, T>()
  for (const line of text.split('\n')) {
    if (line === '') continue
    const { put = [], settled = [] } = parseChange<T>(line)
    for (const entry of put) outstanding.set(entry.seq, entry)
    for (const seq of settled) outstanding.delete(seq)
  }
  return outstanding
}

const readIfThere = async (file: string): Promise<string> => {
  try {
    return await readFile(file, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return ''
    throw error
  }
}

/** Opens the journal, creates it when it is not there, and drops what is settled. One process at a time. */
export const openJournal = async <T extends { seq: number }>(file: string): Promise<Journal<T>> => {
  await mkdir(dirname(file), { recursive: true })
  const fresh = `${file}.new`
  await rm(fresh, { force: true })

  const outstanding = replay<T>(await readIfThere(file))
  const recovered = [...outstanding.values()]
  let handle: FileHandle | undefined
  let settledLines = 0
  let torn = false
  let pending: { line: string; settles: number; done: (error?: Error) => void }[] = []
  let compactions: ((error?: Error) => void)[] = []
  let running: Promise<void> | undefined
  let quiet: NodeJS.Timeout | undefined
  let closed = false

  const rewrite = async (): Promise<void> => {
    const lines = [...outstanding.values()].map((entry) => `${JSON.stringify({ put: [entry] })}\n`)
    await writeFile(fresh, lines.join(''), { mode: 0o600 })
    const next = await open(fresh, 'a')
    await rename(fresh, file)
    const previous = handle
    handle = next
    torn = false
    await previous?.close()
  }

  /** Lines still to be written are appended to what this leaves; to put or settle a thing twice changes nothing. */
  const removeSettled = async (): Promise<void> => {
    settledLines = 0
    if (outstanding.size > 0 || !handle) return rewrite()
    await handle.truncate(0)
    torn = false
  }

  const append = async (batch: typeof pending): Promise<void> => {
    const text = (torn ? '\n' : '') + batch.map(({ line }) => line).join('')
    try {
      await handle?.appendFile(text)
      torn = false
      settledLines += batch.reduce((sum, { settles }) => sum + settles, 0)
      for (const { done } of batch) done()
    } catch (error) {
      // Part of the text may be in the file; the next line starts on a line of its own.
      torn = true
      for (const { done } of batch) done(error as Error)
    }
  }

  const tidy = async (): Promise<void> => {
    const asked = compactions
    compactions = []
    const due =
      outstanding.size === 0 ? settledLines > 0 : settledLines > SETTLED_LINES_KEPT + outstanding.size
    if (asked.length === 0 && !due) return
    try {
      await removeSettled()
      for (const done of asked) done()
    } catch (error) {
      for (const done of asked) done(error as Error)
    }
  }

  const drain = async (): Promise<void> => {
    do {
      const batch = pending
      pending = []
      if (batch.length > 0) await append(batch)
      await tidy()
    } while (pending.length > 0 || compactions.length > 0)
  }

  const kick = (): void => {
    running ??= drain().finally(() => {
      running = undefined
      if (pending.length > 0 || compactions.length > 0) kick()
      else if (settledLines > 0 && !closed) {
        clearTimeout(quiet)
        quiet = setTimeout(() => void compact().catch(() => {}), QUIET_MS).unref()
      }
    })
  }

  const compact = (): Promise<void> =>
    new Promise((resolve, reject) => {
      if (closed) {
        resolve()
        return
      }
      compactions.push((error) => (error ? reject(error) : resolve()))
      kick()
    })

  await rewrite()

  return {
    recovered,
    write: (change) =>
      new Promise((resolve, reject) => {
        if (closed) {
          reject(new Error('The journal is closed'))
          return
        }
        const { put = [], settled = [] } = change
        for (const entry of put) outstanding.set(entry.seq, entry)
        for (const seq of settled) outstanding.delete(seq)
        pending.push({
          line: `${JSON.stringify(change)}\n`,
          settles: settled.length,
          done: (error) => {
            if (error === undefined) {
              resolve()
              return
            }
            for (const { seq } of put) outstanding.delete(seq)
            reject(error)
          },
        })
        kick()
      }),
    compact,
    close: async () => {
      if (closed) return
      closed = true
      clearTimeout(quiet)
      while (running) await running
      if (settledLines > 0) await removeSettled()
      await handle?.close()
    },
  }
}
