/** Where those who work rest together. */
export interface Gate {
  readonly isClosed: boolean
  /** Lets through at once where it is open, else when it opens. */
  pass: () => Promise<void>
  /** Closes and resolves when so many wait at it. */
  close: (all: number) => Promise<void>
  open: () => void
}

/** A gate that is closed. */
export function createGate(): Gate {
  let isClosed = true
  let waiting: (() => void)[] = []
  let expected: { all: number; met: () => void } | undefined
  const look = () => {
    if (expected && waiting.length >= expected.all) expected.met()
  }
  return {
    get isClosed() {
      return isClosed
    },
    pass: () =>
      isClosed
        ? new Promise((resolve) => {
            waiting.push(resolve)
            look()
          })
        : Promise.resolve(),
    close: (all) =>
      new Promise((met) => {
        isClosed = true
        expected = { all, met }
        look()
      }),
    open() {
      isClosed = false
      expected = undefined
      for (const go of waiting.splice(0)) go()
      waiting = []
    },
  }
}
