import { STOP_LIMIT_MS } from '@appointments/runtime'
import { ofKind, type Manifest } from '../manifests.ts'
import { isOwn, podsOf, selects, type Selector } from '../pods.ts'
import { unless } from './security.ts'

const servers = (manifests: readonly Manifest[]) =>
  podsOf(manifests).filter((pods) => isOwn(pods) && pods.kind === 'Deployment')

/** A rollout removes no pod before its replacement is ready, and a stopping pod finishes its work. */
export const gentleRollouts = (manifests: readonly Manifest[]): string[] =>
  servers(manifests).flatMap(({ name, spec }) => {
    const deployment = ofKind(manifests, 'Deployment').find(({ metadata }) => metadata.name === name)
    const variable = spec.containers[0]?.env?.find((one) => one.name === 'DRAIN_DELAY_MS')
    const drainMs = Number(variable?.value ?? 0)
    const spread = spec.topologySpreadConstraints?.map(({ topologyKey }) => topologyKey) ?? []
    return [
      ...unless(
        deployment?.spec?.strategy?.rollingUpdate?.maxUnavailable === 0,
        'stops a pod before its replacement is ready',
      ),
      ...unless(drainMs >= 1000, 'stops while its endpoint is still published'),
      ...unless(
        (spec.terminationGracePeriodSeconds ?? 30) * 1000 >= STOP_LIMIT_MS,
        'is killed before it has shut down',
      ),
      ...unless(spread.includes('kubernetes.io/hostname'), 'may run on one node only'),
      ...unless(spread.includes('topology.kubernetes.io/zone'), 'may run in one zone only'),
    ].map((fault) => `${name} ${fault}`)
  })

interface Scaler {
  kind: string
  target: string | undefined
  least: number
  most: number
}

const scalersOf = (manifests: readonly Manifest[]): Scaler[] => [
  ...ofKind(manifests, 'HorizontalPodAutoscaler').map(({ kind, spec }) => ({
    kind,
    target: spec?.scaleTargetRef.name,
    least: spec?.minReplicas ?? 1,
    most: spec?.maxReplicas ?? 0,
  })),
  ...ofKind(manifests, 'ScaledObject').map(({ kind, spec }) => ({
    kind,
    target: spec.scaleTargetRef.name,
    least: spec.minReplicaCount ?? 0,
    most: spec.maxReplicaCount ?? 100,
  })),
]

/** Each deployment has at most one autoscaler, and draining a node leaves some of its pods running. */
export const consistentScaling = (manifests: readonly Manifest[]): string[] => {
  const scalers = scalersOf(manifests)
  const names = servers(manifests).map(({ name }) => name)
  return [
    ...scalers
      .filter(({ target }) => !names.includes(target ?? ''))
      .map(({ target }) => `${target ?? 'nothing'} is scaled but does not exist`),
    ...servers(manifests).flatMap(({ name, labels }) => {
      const deployment = ofKind(manifests, 'Deployment').find(({ metadata }) => metadata.name === name)
      const own = scalers.filter(({ target }) => target === name)
      const budgets = ofKind(manifests, 'PodDisruptionBudget').filter(({ spec }) =>
        selects(spec?.selector as Selector, labels),
      )
      return [
        ...unless(own.length <= 1, `is scaled by ${own.map(({ kind }) => kind).join(' and ')}`),
        ...unless(
          own.length === 0 || deployment?.spec?.replicas === undefined,
          'sets replicas although an autoscaler does',
        ),
        ...unless(
          own.every(({ least, most }) => least >= 2 && most >= least),
          'has a minimum below two replicas, or a maximum below the minimum',
        ),
        ...unless(budgets.length === 1, `has ${budgets.length} disruption budgets`),
        ...unless(
          budgets.every(({ spec }) => spec?.maxUnavailable === 1 && spec.minAvailable === undefined),
          'must lose exactly one pod at a time when nodes are drained',
        ),
      ].map((fault) => `${name} ${fault}`)
    }),
  ]
}

/** A service that scales by a queue scales by its own queue. */
export const scaledByOwnQueue =
  (queues: readonly string[]) =>
  (manifests: readonly Manifest[]): string[] =>
    ofKind(manifests, 'ScaledObject').flatMap(({ metadata: { name }, spec }) =>
      spec.triggers
        .filter(({ type }) => type === 'rabbitmq')
        .flatMap(({ metadata: { queueName = '' } }) =>
          unless(queueName === name && queues.includes(queueName), `${name} is scaled by queue ${queueName}`),
        ),
    )
