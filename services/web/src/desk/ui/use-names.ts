import { useEffect, useState } from 'preact/hooks'
import type { Named } from '../api/shapes.ts'

/** Names of queues, teams or services; none if the directory cannot be read. @param key of what is read */
export function useNames(read: () => Promise<Named[]>, key: string): readonly Named[] {
  const [names, setNames] = useState<readonly Named[]>([])
  useEffect(() => {
    void read().then(setNames, () => setNames([]))
  }, [key])
  return names
}
