import type { messageTemplateOperations } from '@appointments/contracts'
import type { Handlers } from '@appointments/http'
import { keyedOperation } from '@appointments/idempotency'
import type { App } from '../app.ts'
import { presentPage, presentTemplate } from './present.ts'

/** v2 operations on message templates. */
export const messageTemplateHandlers = (
  app: App,
): Handlers<typeof messageTemplateOperations, 'notifications'> => ({
  findMessageTemplates: async ({ caller, params, query }) =>
    presentPage(await app.findMessageTemplates({ caller, ...params, query }), presentTemplate),

  getMessageTemplate: async ({ caller, params }) =>
    presentTemplate(await app.getMessageTemplate({ caller, ...params })),

  putMessageTemplate: ({ caller, params, body, ifMatch, mustExist }) =>
    keyedOperation(presentTemplate, () =>
      app.putMessageTemplate({ caller, ...params, request: body, ifMatch, mustExist }),
    ),

  removeMessageTemplate: async ({ caller, params, ifMatch }) => {
    await app.removeMessageTemplate({ caller, ...params, ifMatch })
    return undefined
  },

  previewMessageTemplate: ({ caller, params, body }) =>
    keyedOperation(
      (preview) => preview,
      () => app.previewMessageTemplate({ caller, ...params, ...body }),
    ),
})
