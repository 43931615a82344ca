/** Random choices that the same seed repeats. */
export interface Random {
  /** A number from 0 (included) to 1 (excluded). */
  next: () => number
  /** An integer from `least` to `most`, both included. */
  whole: (least: number, most: number) => number
  one: <Element>(of: readonly Element[]) => Element
  /** True with this probability. */
  in: (probability: number) => boolean
  some: <Element>(of: readonly Element[], probability: number) => Element[]
  /** One of the keys, with a probability in proportion to its weight. */
  weighted: <Key extends string>(weights: Record<Key, number>) => Key
  id: () => string
}

/** mulberry32: short, fast, and good enough to choose faults. */
export function seeded(seed: number): Random {
  let state = seed >>> 0
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
  const whole = (least: number, most: number) => least + Math.floor(next() * (most - least + 1))
  return {
    next,
    whole,
    one: (of) => of[whole(0, of.length - 1)] as (typeof of)[number],
    in: (probability) => next() < probability,
    some: (of, probability) => of.filter(() => next() < probability),
    weighted(weights) {
      const entries = Object.entries(weights) as [keyof typeof weights, number][]
      let rest = next() * entries.reduce((sum, [, weight]) => sum + weight, 0)
      for (const [key, weight] of entries) {
        rest -= weight
        if (rest < 0) return key
      }
      return (entries[0] as (typeof entries)[number])[0]
    },
    id: () =>
      Math.floor(next() * 2 ** 48)
        .toString(36)
        .padStart(10, '0'),
  }
}
