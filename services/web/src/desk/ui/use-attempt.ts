import { useRef, useState } from 'preact/hooks'
import { ApiError, newKey } from '../../api/send.ts'

/** A request that the person's action sends. */
export interface Attempt {
  isBusy: boolean
  /** Why the last attempt failed. */
  fault: unknown
  /** Sends the request. A retry after a lost response has the same idempotency key. @returns undefined if it failed */
  send: <Result>(request: (key: string) => Promise<Result>) => Promise<Result | undefined>
  /** Call it when the input has changed, so that the next attempt gets a new idempotency key. */
  renew: () => void
}

/** Sends one request at a time, and keeps its error. */
export function useAttempt(): Attempt {
  const [isBusy, setBusy] = useState(false)
  const [fault, setFault] = useState<unknown>(undefined)
  const key = useRef(newKey())
  return {
    isBusy,
    fault,
    async send(request) {
      setBusy(true)
      try {
        const result = await request(key.current)
        key.current = newKey()
        setFault(undefined)
        return result
      } catch (error) {
        if (error instanceof ApiError && error.status > 0 && error.status < 500) key.current = newKey()
        setFault(error)
        return undefined
      } finally {
        setBusy(false)
      }
    },
    renew() {
      key.current = newKey()
      setFault(undefined)
    },
  }
}
