import type { ClientResponse } from './client.ts'

/** Sends requests until stopped, with limited parallelism; collects every unexpected response. */
export function startTraffic(lanes: number, request: () => Promise<ClientResponse>) {
  const failures: unknown[] = []
  let succeeded = 0
  let isOver = false
  const lane = async () => {
    while (!isOver) {
      const response = await request().catch((error: unknown) => ({ status: 599, body: String(error) }))
      if (response.status >= 300) failures.push({ status: response.status, body: response.body as unknown })
      else succeeded += 1
    }
  }
  const running = Promise.all(Array.from({ length: lanes }, lane))
  return {
    failures,
    succeeded: () => succeeded,
    async stop() {
      isOver = true
      await running
    },
  }
}
