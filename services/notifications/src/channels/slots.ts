/**
 * Runs a limited number of pieces of work at once; others wait for a slot in the order in which they came.
 * @param slots maximum number of pieces of work at once
 * @param waitMs longest wait for a slot
 * @returns a function that runs work and returns its result; undefined if no slot became free in time
 */
export function createSlots(slots: number, waitMs: number) {
  let free = slots
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

  return async <Result>(work: () => Promise<Result>): Promise<Result | undefined> => {
    if (free > 0) free -= 1
    else if (!(await turn())) return undefined
    try {
      return await work()
    } finally {
      const next = waiting.shift()
      if (next) next(true)
      else free += 1
    }
  }
}
