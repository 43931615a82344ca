import { expect, it } from 'vitest'
import { silentLog } from '../src/log.ts'
import { createStopOrder } from '../src/stoppable.ts'

it('stops everything once, the last started first, even if a step fails', async () => {
  const order = createStopOrder(silentLog)
  const stopped: string[] = []
  for (const name of ['database', 'broker', 'server'])
    order.onStop(name, () => {
      stopped.push(name)
      return name === 'broker' ? Promise.reject(new Error('lost')) : Promise.resolve()
    })
  await Promise.all([order.stop(), order.stop()])
  expect(stopped).toEqual(['server', 'broker', 'database'])
})
