import type { Answer } from './client.ts'

/** Sends requests until stopped, with limited parallelism; collects every unexpected response. */
export function startTraffic(lanes: number, request: () => Promise<Answer>) {
  const failures: unknown[] = []
  let answered = 0
  let isOver = false
  const lane = async () => {
    while (!isOver) {
      const answer = await request().catch((error: unknown) => ({ status: 599, body: String(error) }))
      if (answer.status >= 300) failures.push({ status: answer.status, body: answer.body as unknown })
      else answered += 1
    }
  }
  const running = Promise.all(Array.from({ length: lanes }, lane))
  return {
    failures,
    answered: () => answered,
    async stop() {
      isOver = true
      await running
    },
  }
}
