interface Limits {
  /** slots at the beginning, and usually the fewest later */
  fewest: number
  most: number
  /** longest wait for a slot */
  waitMs: number
  /** time without a new slot after one was removed */
  restMs: number
}

export interface SlotCounts {
  /** How much work may run at once. */
  allowed: number
  /** How much work is running. */
  used: number
}

/** Slots for work. */
export interface Slots {
  /** Runs work in a slot. @returns its result; undefined if no slot became free in time */
  run: <Result>(work: () => Promise<Result>) => Promise<Result | undefined>
  /**
   * Removes the slot of the calling work, because the server does not serve that much work at once.
   * @param least minimum number of slots to keep; by default the fewest
   * @returns false if there were no more slots than that
   */
  remove: (least?: number) => boolean
  counts: () => SlotCounts
}

/**
 * Limits how much work runs at once; other work waits for a slot in the order of its arrival. The limit adapts: while
 * work waits, each piece that ends adds a slot.
 */
export function createSlots({ fewest, most, waitMs, restMs }: Limits): Slots {
  const first = Math.min(fewest, most)
  let slots = first
  let taken = 0
  let restsUntil = 0
  const waiting: ((hasSlot: boolean) => void)[] = []

  const turn = () =>
    new Promise<boolean>((resolve) => {
      const enter = (hasSlot: boolean) => {
        clearTimeout(timer)
        resolve(hasSlot)
      }
      const timer = setTimeout(() => {
        waiting.splice(waiting.indexOf(enter), 1)
        enter(false)
      }, waitMs)
      waiting.push(enter)
    })

  const release = () => {
    taken -= 1
    if (waiting.length > 0 && slots < most && performance.now() >= restsUntil) slots += 1
    for (const enter of waiting.splice(0, Math.max(0, slots - taken))) {
      taken += 1
      enter(true)
    }
  }

  return {
    async run(work) {
      if (taken < slots) taken += 1
      else if (!(await turn())) return undefined
      try {
        return await work()
      } finally {
        release()
      }
    },
    remove(least = first) {
      const hadMore = slots > least
      slots = Math.min(slots, Math.max(least, taken - 1))
      restsUntil = performance.now() + restMs
      return hadMore
    },
    counts: () => ({ allowed: slots, used: taken }),
  }
}
