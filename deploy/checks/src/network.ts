import { ofKind, type Manifest } from './manifests.ts'
import { podsOf, selects, type Selector } from './pods.ts'

/** Pods as a network policy selects them. */
export interface Endpoint {
  name: string
  labels: Record<string, string>
  ports: number[]
}

interface Rule {
  peers: Peer[] | undefined
  ports: number[] | undefined
}
interface Peer {
  podSelector?: Selector
  namespaceSelector?: Selector
  ipBlock?: { cidr: string; except?: string[] }
}
export interface Policy {
  name: string
  podSelector: Selector
  ingress: Rule[] | undefined
  egress: Rule[] | undefined
}

/** All pods, including those that the operators create. */
export const endpointsOf = (manifests: readonly Manifest[]): Endpoint[] => [
  ...podsOf(manifests).map(({ name, labels, spec }) => ({
    name,
    labels,
    ports: spec.containers.flatMap(({ ports = [] }) => ports.map(({ containerPort }) => containerPort)),
  })),
  ...ofKind(manifests, 'Cluster').map(({ metadata: { name }, spec }) => ({
    name,
    labels: { ...spec.inheritedMetadata?.labels, 'cnpg.io/cluster': name },
    ports: [5432, 8000, 9187],
  })),
  ...manifests
    .filter(({ kind }) => kind === 'RabbitmqCluster')
    .map(({ metadata: { name, labels } }) => ({
      name,
      // the operator of RabbitMQ passes labels on to the pods, except for those that it reserves
      labels: {
        ...Object.fromEntries(
          Object.entries(labels ?? {}).filter(([key]) => !key.startsWith('app.kubernetes.io/')),
        ),
        'app.kubernetes.io/name': name,
      },
      ports: [4369, 5671, 5672, 15672, 15692, 25672],
    })),
]

interface RawRule {
  from?: Peer[]
  to?: Peer[]
  ports?: { port?: number | string }[]
}
const ruleOf = ({ from, to, ports }: RawRule): Rule => ({
  peers: from ?? to,
  ports: ports?.map(({ port }) => Number(port)),
})

/** The network policies. A direction is undefined if the policy does not mention it. */
export const policiesOf = (manifests: readonly Manifest[]): Policy[] =>
  ofKind(manifests, 'NetworkPolicy').map(({ metadata: { name }, spec }) => {
    const { podSelector, policyTypes, ingress, egress } = spec as {
      podSelector: Selector
      policyTypes: string[]
      ingress?: RawRule[]
      egress?: RawRule[]
    }
    const direction = (type: string, rules: RawRule[] = []) =>
      policyTypes.includes(type) ? rules.map(ruleOf) : undefined
    return {
      name,
      podSelector,
      ingress: direction('Ingress', ingress),
      egress: direction('Egress', egress),
    }
  })

const isPod = (peer: Peer, { labels }: Endpoint) =>
  peer.podSelector !== undefined && peer.namespaceSelector === undefined && selects(peer.podSelector, labels)

const allows = (rules: Rule[], other: Endpoint, port: number) =>
  rules.some(
    ({ peers, ports }) =>
      (peers === undefined || peers.some((peer) => isPod(peer, other))) &&
      (ports === undefined || ports.includes(port)),
  )

/** Rules for a pod in one direction; undefined if no policy restricts it. */
export function rulesFor(policies: readonly Policy[], direction: 'ingress' | 'egress', endpoint: Endpoint) {
  const chosen = policies
    .filter(({ podSelector }) => selects(podSelector, endpoint.labels))
    .flatMap((policy) => (policy[direction] ? [policy[direction]] : []))
  return chosen.length === 0 ? undefined : chosen.flat()
}

/** Every connection between pods that the policies allow, as `from > to:port`, sorted. */
export function connectionsOf(manifests: readonly Manifest[]): string[] {
  const policies = policiesOf(manifests)
  const endpoints = endpointsOf(manifests)
  return endpoints
    .flatMap((from) =>
      endpoints.flatMap((to) =>
        to.ports
          .filter(
            (port) =>
              allows(
                rulesFor(policies, 'egress', from) ?? [{ peers: undefined, ports: undefined }],
                to,
                port,
              ) &&
              allows(
                rulesFor(policies, 'ingress', to) ?? [{ peers: undefined, ports: undefined }],
                from,
                port,
              ),
          )
          .map((port) => `${from.name} > ${to.name}:${port}`),
      ),
    )
    .sort()
}
