import { useEffect, useState } from 'preact/hooks'

const EVERY_MS = 15_000

/** The current time, updated a few times a minute. */
export function useNow(): number {
  const [now, setNow] = useState(Date.now())
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), EVERY_MS)
    return () => clearInterval(timer)
  }, [])
  return now
}
