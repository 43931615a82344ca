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
  /** Changes the value that is shown, and the one that is being loaded, which may be older than the change. */
  update: (change: (value: Value) => Value) => void
}

export function createResource<Value>(read: () => Promise<Value>): Resource<Value> {
  const known = signal<Known<Value>>({ isLoading: true })
  let turn = 0
  /** Changes since the present load began. */
  let changes: ((value: Value) => Value)[] = []
  return {
    known,
    async load() {
      const own = ++turn
      changes = []
      known.value = { ...known.peek(), isLoading: true }
      try {
        const loaded = await read()
        if (own !== turn) return
        const value = changes.reduce<Value>((before, change) => change(before), loaded)
        known.value = { value, isLoading: false }
      } catch (error) {
        if (own === turn) known.value = { ...known.peek(), error, isLoading: false }
      }
    },
    set(value) {
      turn++
      known.value = { value, isLoading: false }
    },
    update(change) {
      const { value, isLoading } = known.peek()
      if (isLoading) changes.push(change)
      if (value !== undefined) known.value = { ...known.peek(), value: change(value) }
    },
  }
}
