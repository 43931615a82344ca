import { blockedNetworks } from '@appointments/outbound'
import { ofKind, type Manifest } from '../manifests.ts'
import { connectionsOf, endpointsOf, policiesOf, rulesFor } from '../network.ts'
import { isOwn, podsOf, selects } from '../pods.ts'
import { unless } from './security.ts'

const databases = ['appointments', 'participants', 'notifications', 'availability']

/** The broker's port: the one for TLS if its cluster has a certificate. */
const brokerPort = (manifests: readonly Manifest[]) =>
  manifests.some(
    (one) => one.kind === 'RabbitmqCluster' && 'tls' in (one as unknown as { spec: object }).spec,
  )
    ? 5671
    : 5672

/** The connections that the README and docs/architecture.md show. */
const documented = (manifests: readonly Manifest[]): string[] => {
  const endpoints = endpointsOf(manifests)
  const named = (label: string, value: string) =>
    endpoints.filter(({ labels }) => labels[label] === value).map(({ name }) => name)
  return [
    'gateway > appointments:8081',
    'gateway > participants:8082',
    'gateway > notifications:8083',
    'gateway > availability:8084',
    'gateway > web:8085',
    'participants > appointments:8081',
    'availability > appointments:8081',
    'appointments > participants:8082',
    'appointments > notifications:8083',
    'appointments > availability:8084',
    ...['gateway', ...databases].map((service) => `${service} > rabbitmq:${brokerPort(manifests)}`),
    ...['redis', 'redis-answers'].flatMap((backend) =>
      named('backend', backend).map((redis) => `gateway > ${redis}:6379`),
    ),
    ...named('backend', 'mail').map((mail) => `notifications > ${mail}:1025`),
    ...databases.flatMap((service) =>
      named(`database.${service}`, 'true').flatMap((database) => [
        `${service} > ${database}:5432`,
        `${service}-migrate > ${database}:5432`,
      ]),
    ),
    // the instances of one cluster among themselves
    ...ofKind(manifests, 'Cluster').flatMap(({ metadata: { name } }) =>
      [5432, 8000].map((port) => `${name} > ${name}:${port}`),
    ),
    ...manifests
      .filter(({ kind }) => kind === 'RabbitmqCluster')
      .flatMap(({ metadata: { name } }) => [4369, 25672].map((port) => `${name} > ${name}:${port}`)),
  ].sort()
}

/** The policies allow exactly the connections of the diagram. */
export function documentedConnections(manifests: readonly Manifest[]): string[] {
  const shown = documented(manifests)
  const allowed = connectionsOf(manifests)
  return [
    ...shown
      .filter((connection) => !allowed.includes(connection))
      .map((connection) => `${connection} is not allowed`),
    ...allowed
      .filter((connection) => !shown.includes(connection))
      .map((connection) => `${connection} is not in the diagram`),
  ]
}

/** Every Service leads to one workload, and every pod has policies for both directions. */
export function everyPodUnderPolicy(manifests: readonly Manifest[]): string[] {
  const policies = policiesOf(manifests)
  const endpoints = endpointsOf(manifests)
  const own = podsOf(manifests).filter(isOwn)
  return [
    ...ofKind(manifests, 'Service').flatMap(({ metadata: { name }, spec }) => {
      const behind = endpoints.filter(({ labels }) => selects({ matchLabels: spec?.selector ?? {} }, labels))
      return [
        ...unless(behind.length === 1, `service ${name} selects ${behind.length} workloads`),
        ...behind
          .filter((endpoint) => rulesFor(policies, 'ingress', endpoint) === undefined)
          .map((endpoint) => `service ${name}: any pod may connect to ${endpoint.name}`),
      ]
    }),
    ...endpoints
      .filter(({ name }) => own.some((pods) => pods.name === name))
      .flatMap((endpoint) =>
        (['ingress', 'egress'] as const)
          .filter((direction) => rulesFor(policies, direction, endpoint) === undefined)
          .map((direction) => `${endpoint.name} has no policy for ${direction}`),
      ),
  ]
}

/** Rejects policies without effect: a peer or subject without pods, or a port without a listener. */
export function meaningfulPolicies(manifests: readonly Manifest[]): string[] {
  const endpoints = endpointsOf(manifests)
  return policiesOf(manifests).flatMap(({ name, podSelector, ingress = [], egress = [] }) => {
    const subjects = endpoints.filter(({ labels }) => selects(podSelector, labels))
    const inside = [...ingress, ...egress].flatMap(({ peers = [] }) =>
      peers.filter((peer) => peer.podSelector && !peer.namespaceSelector),
    )
    const closedPorts = (of: readonly { ports: number[] }[], ports: number[] = []) =>
      ports.filter((port) => !of.some((endpoint) => endpoint.ports.includes(port)))
    return [
      ...unless(subjects.length > 0, 'selects no pod'),
      ...inside
        .filter(({ podSelector: peer }) => !endpoints.some(({ labels }) => selects(peer, labels)))
        .map(({ podSelector: peer }) => `names a peer that matches no pod: ${JSON.stringify(peer)}`),
      ...ingress.flatMap(({ ports }) =>
        closedPorts(subjects, ports).map(
          (port) => `allows ingress to port ${port}, on which no container listens`,
        ),
      ),
      ...egress.flatMap(({ peers = [], ports }) =>
        peers
          .filter((peer) => peer.podSelector && !peer.namespaceSelector)
          .flatMap(({ podSelector: peer }) =>
            closedPorts(
              endpoints.filter(({ labels }) => selects(peer, labels)),
              ports,
            ).map((port) => `allows egress to port ${port}, on which no container listens`),
          ),
      ),
    ].map((fault) => `network policy ${name} ${fault}`)
  })
}

const privateNetworks = {
  '0.0.0.0/0': blockedNetworks.ipv4.map(([network, prefix]) => `${network}/${prefix}`),
  '::/0': blockedNetworks.ipv6.map(([network, prefix]) => `${network}/${prefix}`),
}
const NAMESPACES = [
  'kube-system',
  'monitoring',
  'keda',
  'cnpg-system',
  'rabbitmq-system',
  'envoy-gateway-system',
  'ingress-nginx',
]

/** Only the notifications service reaches the internet, except for the networks that webhooks may not reach. */
export const guardedEgress = (manifests: readonly Manifest[]): string[] =>
  endpointsOf(manifests)
    .filter(({ labels }) => labels['app.kubernetes.io/part-of'] === 'appointments')
    .flatMap((endpoint) =>
      (rulesFor(policiesOf(manifests), 'egress', endpoint) ?? []).flatMap(({ peers, ports }) => [
        ...unless(peers !== undefined, `${endpoint.name} may reach anything`),
        ...(peers ?? []).flatMap(({ ipBlock }) => {
          if (!ipBlock) return []
          const { cidr, except = [] } = ipBlock
          const wanted = privateNetworks[cidr as keyof typeof privateNetworks] as string[] | undefined
          return [
            ...unless(endpoint.name === 'notifications', `${endpoint.name} may leave the cluster`),
            ...unless(
              [...except].sort().join() === [...(wanted ?? [])].sort().join(),
              `${endpoint.name} may reach private addresses, or cannot reach public ones: ${cidr}`,
            ),
            ...unless(
              ports?.every((port) => [443, 465, 587].includes(port)) === true,
              `${endpoint.name} may use any port`,
            ),
          ]
        }),
      ]),
    )

/** No pod is open to every sender, not even the gateway. */
export const guardedIngress = (manifests: readonly Manifest[]): string[] =>
  endpointsOf(manifests).flatMap((endpoint) =>
    (rulesFor(policiesOf(manifests), 'ingress', endpoint) ?? [])
      .filter(({ peers }) => peers === undefined || peers.some(({ ipBlock }) => ipBlock))
      .map(({ ports = ['any port'] }) => `${endpoint.name} is open to every sender on ${ports.join()}`),
  )

/** Peers of other namespaces are listed here, and selected as pods. */
export const knownNeighbours = (manifests: readonly Manifest[]): string[] =>
  policiesOf(manifests).flatMap(({ name, ingress = [], egress = [] }) =>
    [...ingress, ...egress].flatMap(({ peers = [] }) =>
      peers
        .filter(({ namespaceSelector }) => namespaceSelector)
        .filter(
          ({ namespaceSelector, podSelector }) =>
            !podSelector ||
            !NAMESPACES.includes(namespaceSelector?.matchLabels?.['kubernetes.io/metadata.name'] ?? ''),
        )
        .map((peer) => `network policy ${name} opens to ${JSON.stringify(peer)}`),
    ),
  )
