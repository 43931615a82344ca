import { signal, type ReadonlySignal } from '@preact/signals'

/** The state of a value that is read. After a failed refresh the value stays. */
export interface Known<Value> {
  value?: Value
  error?: unknown
  isLoading: boolean
}

/** Something that a view loads and reloads. */
export interface Resource<Value> {
  known: ReadonlySignal<Known<Value>>
  /** Loads it. If several loads overlap, the last one counts. */
  load: () => Promise<void>
  /** Shows a value without loading it. */
  set: (value: Value) => void
}

export function createResource<Value>(read: () => Promise<Value>): Resource<Value> {
  const known = signal<Known<Value>>({ isLoading: true })
  let turn = 0
  return {
    known,
    async load() {
      const own = ++turn
      known.value = { ...known.peek(), isLoading: true }
      try {
        const value = await read()
        if (own === turn) known.value = { value, isLoading: false }
      } catch (error) {
        if (own === turn) known.value = { ...known.peek(), error, isLoading: false }
      }
    },
    set(value) {
      turn++
      known.value = { value, isLoading: false }
    },
  }
}
