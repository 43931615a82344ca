import { useEffect, useReducer } from 'preact/hooks'

/** Browsers keep a delay in 31 bits. */
const MOST_MS = 2 ** 31 - 1

/** Renders a component again at the earliest future instant among these. @param instants milliseconds since 1970 */
export function useTurningPoint(...instants: readonly (number | undefined)[]): void {
  const [, draw] = useReducer((count: number) => count + 1, 0)
  const ahead = instants.filter((one) => one !== undefined && one > Date.now()) as number[]
  const next = ahead.length === 0 ? undefined : Math.min(...ahead)
  useEffect(() => {
    if (next === undefined) return undefined
    const timer = setTimeout(() => draw(undefined), Math.min(next - Date.now(), MOST_MS))
    return () => clearTimeout(timer)
  }, [next])
}
