import type { suppressionOperations } from '@appointments/contracts'
import type { Handlers } from '@appointments/http'
import { keyedOperation } from '@appointments/idempotency'
import type { App } from '../app.ts'
import { presentPage, presentSuppression } from './present.ts'

/** v2 operations on suppressed addresses. */
export const suppressionHandlers = (app: App): Handlers<typeof suppressionOperations, 'notifications'> => ({
  findSuppressions: async ({ caller, params, query }) =>
    presentPage(await app.findSuppressions({ caller, ...params, query }), presentSuppression),

  lookUpSuppressions: ({ caller, params, body }) =>
    keyedOperation(
      (found) => ({ content: found.map(presentSuppression) }),
      () => app.lookUpSuppressions({ caller, ...params, wanted: body }),
    ),

  addSuppression: ({ caller, params, body }) =>
    keyedOperation(presentSuppression, () => app.addSuppression({ caller, ...params, request: body })),

  removeSuppression: async ({ caller, params }) => {
    await app.removeSuppression({ caller, ...params })
    return undefined
  },
})
