import { appendFile, mkdtemp, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { openJournal } from '../src/journal.ts'

interface Note {
  seq: number
  text: string
}

let folder: string
let file: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'journal-'))
  file = join(folder, 'deeper', 'notes.jsonl')
})
afterEach(() => rm(folder, { recursive: true, force: true }))

const note = (seq: number): Note => ({ seq, text: `note ${seq}` })

it('recovers outstanding entries in order', async () => {
  const journal = await openJournal<Note>(file)
  await journal.write({ put: [note(1), note(2), note(3)] })
  await journal.write({ put: [note(4)], settled: [2] })
  await journal.close()
  const next = await openJournal<Note>(file)
  expect(next.recovered).toEqual([note(1), note(3), note(4)])
  await next.close()
})

it('ignores a truncated last line and appends after it', async () => {
  const journal = await openJournal<Note>(file)
  await journal.write({ put: [note(1)] })
  await journal.close()
  await appendFile(file, '{"put":[{"seq":2,"te')
  const next = await openJournal<Note>(file)
  expect(next.recovered).toEqual([note(1)])
  await next.write({ put: [note(3)] })
  await next.close()
  const last = await openJournal<Note>(file)
  expect(last.recovered).toEqual([note(1), note(3)])
  await last.close()
})

it('keeps its file small and private while an entry stays outstanding', async () => {
  const journal = await openJournal<Note>(file)
  await journal.write({ put: [note(1)] })
  for (let seq = 2; seq < 2_000; seq += 1) {
    await journal.write({ put: [note(seq)] })
    await journal.write({ settled: [seq] })
  }
  const { size, mode } = await stat(file)
  expect(size).toBeLessThan(20_000)
  expect(mode & 0o077).toBe(0)
  await vi.waitFor(
    async () => expect(await readFile(file, 'utf8')).toBe(`{"put":[${JSON.stringify(note(1))}]}\n`),
    5_000,
  )
  await journal.close()
})

it('rejects writes once closed', async () => {
  const journal = await openJournal<Note>(file)
  const written = journal.write({ put: [note(1)] })
  await journal.close()
  await written
  await expect(journal.write({ put: [note(2)] })).rejects.toThrow('closed')
})
