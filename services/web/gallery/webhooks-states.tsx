import type { WebhooksApi } from '../src/desk/webhooks/webhooks-api.ts'
import { desk, failing } from './desk-states.tsx'
import type { State } from './state.ts'
import { pressIn } from './steps.ts'
import { aDelivery, anEndpoint, someEndpoints, someWebhooks } from './webhooks-fakes.ts'

const webhooks = (query: Record<string, string>, api: Partial<WebhooksApi> = {}, then?: State['then']) =>
  desk({ view: 'webhooks', query }, { api: { webhooks: someWebhooks(api) } }, then)
const list = (api: Partial<WebhooksApi> = {}) => webhooks({}, api)
const endpoint = (api: Partial<WebhooksApi> = {}, then?: State['then']) =>
  webhooks({ endpoint: 'crm' }, api, then)
const delivery = (api: Partial<WebhooksApi> = {}, then?: State['then']) =>
  webhooks({ endpoint: 'crm', delivery: 'd-3' }, api, then)
const [, failingOne, oldOne] = someEndpoints()

/** Opens a dialog of the endpoint and presses its main button several times. */
const inDialog =
  (name: 'test' | 'replay' | 'rotate', presses = 0): State['then'] =>
  async () => {
    await pressIn(`[name=${name}]`)
    for (let count = 0; count < presses; count++) await pressIn('dialog .button.main')
  }
const ending = async () => {
  await pressIn('[name=end-secret]')
  await pressIn('dialog .danger')
}

/** Every state of the webhooks. */
export const webhooksStates: Record<string, State> = {
  'desk/webhooks': list(),
  'desk/webhooks without endpoints': list({ endpoints: () => Promise.resolve([]) }),
  'desk/webhooks cannot be read': list({ endpoints: failing(503) }),
  'desk/webhooks for an agent': desk({ view: 'webhooks' }, { roles: ['ROLE_AGENT'] }),
  'desk/webhook endpoint': endpoint(),
  'desk/webhook endpoint that fails': endpoint({
    endpoint: () => Promise.resolve(failingOne ?? anEndpoint()),
  }),
  'desk/webhook endpoint that is off': endpoint({
    endpoint: () => Promise.resolve(oldOne ?? anEndpoint()),
    deliveries: () => Promise.resolve({ content: [], pageNumber: 1, pageCount: 0 }),
  }),
  'desk/webhook endpoint does not exist': endpoint({
    endpoint: failing(404),
    secrets: failing(404),
    deliveries: failing(404),
  }),
  'desk/webhook endpoint, parts cannot be read': endpoint({
    secrets: failing(503),
    deliveries: failing(503),
  }),
  'desk/webhook test': endpoint({}, inDialog('test')),
  'desk/webhook test is running': endpoint(
    { test: () => new Promise<never>(() => undefined) },
    inDialog('test', 1),
  ),
  'desk/webhook test passed': endpoint({}, inDialog('test', 1)),
  'desk/webhook test failed': endpoint(
    {
      test: () =>
        Promise.resolve({
          deliveryId: 'd-9',
          status: 'FAILED',
          providerStatus: '401',
          message: 'Unauthorized',
          rejectsTampered: false,
        }),
    },
    inDialog('test', 1),
  ),
  'desk/webhook test, too many': endpoint({ test: failing(429) }, inDialog('test', 1)),
  'desk/webhook replay': endpoint({}, inDialog('replay')),
  'desk/webhook replay, counted': endpoint({}, inDialog('replay', 1)),
  'desk/webhook replay, nothing to send': endpoint(
    { replay: () => Promise.resolve(0) },
    inDialog('replay', 1),
  ),
  'desk/webhook replay, no days chosen': endpoint({}, async () => {
    await pressIn('[name=replay]')
    const select = document.querySelector<HTMLSelectElement>('dialog select')
    if (!select) throw new Error('there is no period')
    select.value = 'between'
    select.dispatchEvent(new Event('change', { bubbles: true }))
    await pressIn('dialog .button.main')
  }),
  'desk/webhook replay, endpoint is off': endpoint(
    { replay: failing(409, 'NOT_RETRYABLE') },
    inDialog('replay', 1),
  ),
  'desk/webhook secret to rotate': endpoint({}, inDialog('rotate')),
  'desk/webhook secret is being made': endpoint(
    { rotate: () => new Promise<never>(() => undefined) },
    inDialog('rotate', 1),
  ),
  'desk/webhook secret rotated': endpoint({}, inDialog('rotate', 1)),
  'desk/webhook secret not rotated': endpoint({ rotate: failing(503) }, inDialog('rotate', 1)),
  'desk/webhook secret to end': endpoint({}, () => pressIn('[name=end-secret]')),
  'desk/webhook secret not ended': endpoint({ endSecret: failing(409, 'SECRET_IS_CURRENT') }, ending),
  'desk/webhook delivery': delivery(),
  'desk/webhook delivery without its request': delivery({
    delivery: () => {
      const { request: _, ...rest } = aDelivery({ attempts: [] })
      return Promise.resolve(rest)
    },
  }),
  'desk/webhook delivery cannot be sent again': delivery({ redeliver: failing(410, 'CONTENT_GONE') }, () =>
    pressIn('main .button'),
  ),
  'desk/webhook delivery does not exist': delivery({ delivery: failing(404) }),
}
