/** A gate at which workers can be paused together. */
export interface Gate {
  readonly isClosed: boolean
  /** Resolves immediately while it is open, otherwise when it opens. */
  pass: () => Promise<void>
  /** Closes and resolves when `all` workers wait at it. */
  close: (all: number) => Promise<void>
  open: () => void
}

/** A gate that starts closed. */
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
