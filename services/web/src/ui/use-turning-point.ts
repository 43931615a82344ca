import { useEffect, useReducer } from 'preact/hooks'

/** Browsers keep a delay in 31 bits. */
const MOST_MS = 2 ** 31 - 1

/**
 * Renders a component again at the earliest future instant among these; all are in milliseconds since 1970.
 * @param now the time of this rendering, by the clock that the instants are compared with
 */
export function useTurningPoint(now: number, ...instants: readonly (number | undefined)[]): void {
  const [count, draw] = useReducer((count: number) => count + 1, 0)
  const ahead = instants.filter((one) => one !== undefined && one > now) as number[]
  const next = ahead.length === 0 ? undefined : Math.min(...ahead)
  useEffect(() => {
    if (next === undefined) return undefined
    const timer = setTimeout(() => draw(undefined), Math.min(next - now, MOST_MS))
    return () => clearTimeout(timer)
    // a rendering that came too early sets the next timer
  }, [next, count])
}
