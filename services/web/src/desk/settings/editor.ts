import { computed, signal, type ReadonlySignal } from '@preact/signals'
import { ApiError, newKey } from '../../api/send.ts'
import { createResource, type Resource } from '../resource.ts'
import { isSame, patchOf, valueAt } from './paths.ts'
import type { Patch, Stored } from './settings-api.ts'

interface Options {
  read: () => Promise<Stored>
  send: (patch: Patch, version: number, key: string) => Promise<Stored>
}

/** A form over settings: the stored values, the person's changes, and the result of the last save. */
export interface Editor {
  stored: Resource<Stored>
  /** The value of a setting as the form shows it. */
  value: (path: string) => unknown
  change: (path: string, value: unknown) => void
  /** The changes as a merge patch; undefined without any. */
  patch: ReadonlySignal<Patch | undefined>
  isBusy: ReadonlySignal<boolean>
  isSaved: ReadonlySignal<boolean>
  fault: ReadonlySignal<unknown>
  /** Paths that another person changed since the person read them; undefined unless that prevented the change. */
  conflict: ReadonlySignal<readonly string[] | undefined>
  save: () => Promise<void>
  /** Changes a part of the resource that the form does not send; typed values stay. @returns whether it succeeded */
  apply: (change: Change) => Promise<boolean>
}

/** Sends a change of the version that the person has seen. @returns the changed resource. @throws ApiError */
type Change = (version: number) => Promise<Stored>

/** Paths of all values of a resource. */
function pathsOf(whole: unknown, before = ''): string[] {
  if (typeof whole !== 'object' || whole === null || Array.isArray(whole)) return [before]
  return Object.entries(whole).flatMap(([name, value]) =>
    pathsOf(value, before === '' ? name : `${before}/${name}`),
  )
}

/** Paths at which two states of a resource differ, without its version. */
const differences = (one: Stored, other: Stored): string[] =>
  [...new Set([...pathsOf(one), ...pathsOf(other)])].filter(
    (path) => path !== 'version' && !isSame(valueAt(one, path), valueAt(other, path)),
  )

export function createEditor({ read, send }: Options): Editor {
  const stored = createResource(read)
  const changes = signal<Readonly<Record<string, unknown>>>({})
  const [isBusy, isSaved] = [signal(false), signal(false)]
  const fault = signal<unknown>(undefined)
  const conflict = signal<readonly string[] | undefined>(undefined)
  let key = newKey()

  const storedValue = (path: string) => valueAt(stored.known.value.value, path)
  const patch = computed(() => {
    const own = Object.entries(changes.value).filter(([path, value]) => !isSame(value, storedValue(path)))
    return own.length === 0 ? undefined : patchOf(Object.fromEntries(own))
  })
  const showOthers = async (seen: Stored) => {
    const now = await read()
    conflict.value = differences(seen, now)
    stored.set(now)
  }

  /** Sends one change at a time, and shows its error or the changes of others. */
  const apply = async (change: Change): Promise<boolean> => {
    const seen = stored.known.peek().value
    if (!seen || isBusy.peek()) return false
    isBusy.value = true
    fault.value = undefined
    conflict.value = undefined
    try {
      stored.set(await change(seen.version))
      return true
    } catch (error) {
      if (isOvertaken(error)) key = newKey()
      fault.value = isOvertaken(error)
        ? await showOthers(seen).then(
            () => undefined,
            (reason: unknown) => reason,
          )
        : error
      return false
    } finally {
      isBusy.value = false
    }
  }

  return {
    stored,
    value: (path) => (path in changes.value ? changes.value[path] : storedValue(path)),
    change(path, value) {
      changes.value = { ...changes.peek(), [path]: value }
      isSaved.value = false
      key = newKey()
    },
    patch,
    isBusy,
    isSaved,
    fault,
    conflict,
    async save() {
      const [sent, changed] = [changes.peek(), patch.peek()]
      if (!changed || !(await apply((version) => send(changed, version, key)))) return
      key = newKey()
      // the person may have typed during the request
      const later = Object.entries(changes.peek()).filter(([path, value]) => !isSame(value, sent[path]))
      changes.value = Object.fromEntries(later)
      isSaved.value = later.length === 0
    },
    apply,
  }
}

const isOvertaken = (error: unknown): boolean => error instanceof ApiError && error.status === 412
