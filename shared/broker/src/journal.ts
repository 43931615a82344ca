import { mkdir, open, readFile, rename, rm, writeFile } from 'node:fs/promises'
import type { FileHandle } from 'node:fs/promises'
import { dirname } from 'node:path'

/** Number of settled lines after which the file is rewritten without them while other entries are outstanding. */
const SETTLED_LINES_KEPT = 64
/** Idle time after which all settled lines are removed, because erased data must not stay on disk. */
const QUIET_MS = 1_000

/** An atomic change: entries that become outstanding and entries that are settled. */
export interface JournalChange<T extends { seq: number }> {
  put?: readonly T[]
  settled?: readonly number[]
}

/**
 * A file of JSON lines that holds the outstanding entries. They survive a crash of the process, but not of the machine
 * (no fsync). Settled entries are removed from the file soon after.
 */
export interface Journal<T extends { seq: number }> {
  /** Entries that were outstanding when the file was opened, in the order put. */
  recovered: readonly T[]
  /** Resolves when the change is in the file. */
  write: (change: JournalChange<T>) => Promise<void>
  /** Rewrites the file without settled entries; resolves when they are removed from disk. */
  compact: () => Promise<void>
  close: () => Promise<void>
}

/** Parses a line; an unreadable one was truncated by a crash and counts as not written. */
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

/** Opens or creates the journal and drops settled entries. Only one process may use it at a time. */
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

  /** Rewrites the file; pending lines are appended afterwards, and putting or settling an entry twice has no effect. */
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
      // the file may end with part of the text, so the next change starts on a new line
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
