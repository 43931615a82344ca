import { useEffect, useState } from 'preact/hooks'
import type { Named } from '../api/shapes.ts'

/** Names of queues, teams or services; empty if the directory cannot be read. @param key identifies the list */
export function useNames(read: () => Promise<Named[]>, key: string): readonly Named[] {
  const [names, setNames] = useState<readonly Named[]>([])
  useEffect(() => {
    void read().then(setNames, () => setNames([]))
  }, [key])
  return names
}
