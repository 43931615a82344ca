import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { z } from 'zod'
import { keyring, readConfig, rotating } from './config.ts'
import { silentLog } from './log.ts'
import { asSecret, madeOf, Secret } from './secret.ts'

const OLD = 'the old secret of these tests, long enough'
const NEW = 'the new secret of these tests, long enough'

describe('a secret in a file', () => {
  let folder: string
  let file: string
  let now = 0
  const schema = z.object({ KEYS: rotating(keyring), TOKEN: rotating(z.string()).optional() })
  const faults: { err: unknown }[] = []
  const log = { ...silentLog, error: (fault: { err: unknown }) => void faults.push(fault) }
  const configured = () => readConfig(schema, { KEYS_FILE: file }, log)
  const later = () => (now += 1000)

  beforeEach(() => {
    folder = mkdtempSync(path.join(tmpdir(), 'secret-'))
    file = path.join(folder, 'keys')
    writeFileSync(file, `${OLD}\n`)
    faults.length = 0
    vi.spyOn(performance, 'now').mockImplementation(() => now)
  })
  afterEach(() => {
    vi.restoreAllMocks()
    rmSync(folder, { recursive: true })
  })

  it('has the content of the file, even after the file has changed', () => {
    const { KEYS, TOKEN } = configured()
    expect(KEYS.current()).toEqual([OLD])
    expect(TOKEN).toBeUndefined()
    writeFileSync(file, `${OLD}\n${NEW}\n`)
    expect(KEYS.current()).toEqual([OLD])
    later()
    expect(KEYS.current()).toEqual([OLD, NEW])
  })

  it.each([
    ['is empty', () => writeFileSync(file, '')],
    ['holds a short secret', () => writeFileSync(file, `${NEW}\nshort`)],
    ['is gone', () => rmSync(file)],
  ])('keeps its value if the file %s, and logs that once', (_how, spoil) => {
    const { KEYS } = configured()
    spoil()
    for (let looks = 0; looks < 3; looks += 1) {
      later()
      expect(KEYS.current()).toEqual([OLD])
    }
    expect(faults).toHaveLength(1)
    expect(String(faults[0]?.err)).not.toContain(NEW)
    writeFileSync(file, NEW)
    later()
    expect(KEYS.current()).toEqual([NEW])
  })

  it('prevents a start if the file is missing or invalid', () => {
    writeFileSync(file, 'short')
    expect(configured).toThrow('KEYS')
    rmSync(file)
    expect(configured).toThrow('cannot be read (ENOENT)')
  })

  it('never changes if it comes from the environment', () => {
    expect(readConfig(schema, { KEYS: OLD }).KEYS.current()).toEqual([OLD])
  })
})

it('a value derived from a secret is derived again only after the secret has changed', () => {
  let text = 'a'
  const make = vi.fn((value: string) => value.toUpperCase())
  const made = madeOf(new Secret(() => text), make)
  expect([made(), made()]).toEqual(['A', 'A'])
  text = 'b'
  expect([made(), made()]).toEqual(['B', 'B'])
  expect(make).toHaveBeenCalledTimes(2)
})

it('a secret is returned unchanged', () => {
  const secret = asSecret('text')
  expect(asSecret(secret)).toBe(secret)
  expect(secret.current()).toBe('text')
})
