/** Reproducible randomness: the same seed gives the same numbers (mulberry32). */
export interface Chance {
  /** A number from 0 to 1, excluding 1. */
  next: () => number
  below: (limit: number) => number
  oneOf: <Item>(items: readonly [Item, ...Item[]]) => Item
  /** A separate generator for a part, so that parts do not influence each other. */
  branch: (name: string) => Chance
}

export function chanceOf(seed: number): Chance {
  let state = seed >>> 0
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const below = (limit: number) => Math.floor(next() * limit)
  return {
    next,
    below,
    oneOf: (items) => items[below(items.length)] ?? items[0],
    branch: (name) => chanceOf(Buffer.from(name).reduce((sum, byte) => Math.imul(sum, 31) + byte, seed)),
  }
}
