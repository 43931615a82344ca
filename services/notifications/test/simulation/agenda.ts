interface Entry {
  at: number
  place: number
  act: () => Promise<void>
}

/** The scheduled actions, in order of time. */
export function createAgenda() {
  // a heap would be faster; a few thousand entries do not need one
  let entries: Entry[] = []
  let places = 0
  let isSorted = true
  const sort = () => {
    if (!isSorted) entries.sort((a, b) => b.at - a.at || b.place - a.place)
    isSorted = true
  }
  return {
    add(at: number, act: () => Promise<void>): void {
      places += 1
      entries.push({ at, place: places, act })
      isSorted = false
    },
    next(): number | undefined {
      sort()
      return entries.at(-1)?.at
    },
    /** Runs all actions up to a moment. */
    async reach(moment: number): Promise<void> {
      for (;;) {
        sort()
        const entry = entries.at(-1)
        if (!entry || entry.at > moment) return
        entries = entries.slice(0, -1)
        await entry.act()
      }
    },
  }
}
