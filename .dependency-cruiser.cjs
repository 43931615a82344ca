// The arrows of docs/architecture.md. `npm run boundaries` checks them, and checks that each rule rejects its fixture.
const services = 'appointments|participants|notifications|availability|gateway|web'

// the floors of the notifications service, lowest first; none imports one above it
const floors = [
  'domain',
  'keys',
  'templates',
  'messages',
  'channels',
  'repositories',
  'viewer',
  'dispatch',
  'use-cases',
  'http',
]
const notifications = 'services/notifications/src'
// the topics of its rules, in the same way
const topics = ['wording', 'consent', 'webhooks', 'plan', 'send', 'history']

const inOrder = (folder, parts, nameOf) =>
  parts.slice(0, -1).map((part, index) => ({
    name: nameOf(part),
    severity: 'error',
    from: { path: `${folder}/${part}/` },
    to: { path: `${folder}/(${parts.slice(index + 1).join('|')})/` },
  }))

module.exports = {
  forbidden: [
    ...inOrder(notifications, floors, (floor) => `notifications-${floor}-imports-no-floor-above`),
    ...inOrder(
      `${notifications}/domain`,
      topics,
      (topic) => `notifications-rules-of-${topic}-import-no-topic-above`,
    ),
    {
      name: 'notifications-repositories-know-no-channel',
      severity: 'error',
      from: { path: `${notifications}/repositories/` },
      to: { path: `${notifications}/channels/` },
    },
    {
      name: 'notifications-topics-stand-alone',
      comment: 'Planning and sending use the other topics; these know neither each other nor who uses them.',
      severity: 'error',
      from: { path: `${notifications}/use-cases/(consent|history|webhooks|wording)/` },
      to: { path: `${notifications}/use-cases/[^/]+/`, pathNot: `${notifications}/use-cases/$1/` },
    },
    {
      name: 'notifications-planning-and-sending-are-apart',
      severity: 'error',
      from: { path: `${notifications}/use-cases/(plan|send)/` },
      to: { path: `${notifications}/use-cases/(plan|send)/`, pathNot: `${notifications}/use-cases/$1/` },
    },
    {
      name: 'no-service-imports-another',
      comment: 'Services meet in messages and in the contracts only.',
      severity: 'error',
      from: { path: `services/(${services})/` },
      to: { path: `services/(${services})/`, pathNot: 'services/$1/' },
    },
    {
      name: 'shared-knows-no-service',
      severity: 'error',
      from: { path: '(^|/)shared/' },
      to: { path: `services/(${services})/` },
    },
    {
      name: 'contracts-import-zod-only',
      comment: 'Beside zod only what reads instants, phone numbers and host names.',
      severity: 'error',
      from: { path: 'shared/contracts/src/', pathNot: '\\.test\\.ts$' },
      to: {
        pathNot: [
          'shared/contracts/',
          'node_modules/(zod|temporal-polyfill|libphonenumber-js)/',
          '^(node:)?url$',
        ],
      },
    },
    {
      name: 'appointment-is-pure',
      comment: 'Rules of the appointment that several services share, over the shapes of the contracts.',
      severity: 'error',
      from: { path: 'shared/appointment/src/', pathNot: '\\.test\\.ts$' },
      to: { pathNot: ['shared/(appointment|contracts)/', 'node_modules/zod/'] },
    },
    {
      name: 'v1-is-a-leaf',
      comment: 'Beside v1 itself only the lists of versions know it; `npm run v1-leaf` takes it away.',
      severity: 'error',
      from: {
        path: '(^|/)(services|shared)/[^/]+/src/',
        pathNot: ['/v1/', '/http/(v1|index)\\.ts$', '/src/versions\\.ts$', '\\.test\\.ts$'],
      },
      to: { path: ['/v1/', '/http/v1\\.ts$'], pathNot: 'node_modules' },
    },
    {
      name: 'domain-is-pure',
      comment: 'Rules know neither input nor output, nor the clock.',
      severity: 'error',
      from: { path: 'services/[^/]+/src/domain/', pathNot: '\\.test\\.ts$' },
      to: {
        path: [
          'src/(repositories|http|consumers|use-cases|channels|rooms)/',
          'shared/(postgres|broker|outbox|http)/',
          'node_modules/(pg|express|axios|amqplib|redis)/',
        ],
      },
    },
    {
      name: 'http-reaches-no-repository',
      comment: 'HTTP binds operations to use cases.',
      severity: 'error',
      from: { path: 'services/[^/]+/src/http/' },
      to: { path: ['src/repositories/', 'node_modules/pg/'] },
    },
    {
      name: 'use-cases-know-no-http',
      severity: 'error',
      from: { path: 'services/[^/]+/src/(use-cases|domain|repositories)/' },
      to: { path: ['src/http/', 'shared/http/', 'node_modules/express/'] },
    },
    {
      name: 'http-knows-no-database',
      comment: 'The gateway speaks HTTP and has no database.',
      severity: 'error',
      from: { path: 'shared/http/src/' },
      to: { path: ['shared/(postgres|outbox|foundation)/', 'node_modules/pg/'] },
    },
    {
      name: 'gateway-loads-no-database',
      comment: 'Whatever is between them: types are erased, so only what is loaded counts.',
      severity: 'error',
      from: { path: 'services/gateway/src/' },
      to: { path: ['shared/postgres/', 'node_modules/pg/'], reachable: true },
    },
    {
      name: 'pages-are-apart',
      comment: 'Pages share the folders ui, text and api, and know nothing of each other or of the server.',
      severity: 'error',
      from: { path: 'services/web/src/(start|messages|desk|customer/[^/]+)/' },
      to: {
        path: 'services/web/src/(server|start|messages|desk|customer/[^/]+)/',
        pathNot: 'services/web/src/$1/',
      },
    },
    {
      name: 'desk-and-customers-are-apart',
      comment: 'The desk shares nothing with pages of customers but the folders ui, text and api.',
      severity: 'error',
      from: { path: 'services/web/src/(desk|customer)/' },
      to: { path: 'services/web/src/(desk|customer)/', pathNot: 'services/web/src/$1/' },
    },
    {
      name: 'ui-knows-no-api',
      comment: 'Parts of pages get their data as properties.',
      severity: 'error',
      from: { path: 'services/web/src/ui/' },
      to: { path: 'services/web/src/(api|customer|desk|server|start|messages)/' },
    },
    { name: 'no-cycles', severity: 'error', from: {}, to: { circular: true } },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '(^|/)dist/' },
    tsConfig: { fileName: 'tsconfig.json' },
    tsPreCompilationDeps: true,
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['import', 'node', 'default'] },
  },
}
