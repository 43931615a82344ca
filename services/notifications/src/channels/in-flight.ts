/** Counts what is under way for each key, and lets no more than `most` of one begin. */
export function inFlightLimit(most: number) {
  const underWay = new Map<string, number>()
  return {
    /** @returns what to call when it is over; undefined where there is no room */
    enter(key: string): (() => void) | undefined {
      const before = underWay.get(key) ?? 0
      if (before >= most) return undefined
      underWay.set(key, before + 1)
      return () => {
        const left = (underWay.get(key) ?? 1) - 1
        if (left === 0) underWay.delete(key)
        else underWay.set(key, left)
      }
    },
  }
}
