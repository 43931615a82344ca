import { STOP_LIMIT_MS } from '@appointments/runtime'
import { ofKind, type Manifest } from '../manifests.ts'
import { isOwn, podsOf, selects, type Selector } from '../pods.ts'
import { asked } from './security.ts'

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
      ...asked(
        deployment?.spec?.strategy?.rollingUpdate?.maxUnavailable === 0,
        'goes before another is ready',
      ),
      ...asked(drainMs >= 1000, 'stops while its address is still known'),
      ...asked(
        (spec.terminationGracePeriodSeconds ?? 30) * 1000 >= STOP_LIMIT_MS,
        'is killed before it can have stopped',
      ),
      ...asked(spread.includes('kubernetes.io/hostname'), 'may run on one node only'),
      ...asked(spread.includes('topology.kubernetes.io/zone'), 'may run in one zone only'),
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

/** One thing at most decides how many replicas there are, and a drain leaves some of them. */
export const consistentScaling = (manifests: readonly Manifest[]): string[] => {
  const scalers = scalersOf(manifests)
  const names = servers(manifests).map(({ name }) => name)
  return [
    ...scalers
      .filter(({ target }) => !names.includes(target ?? ''))
      .map(({ target }) => `${target ?? 'nothing'} is scaled and is not there`),
    ...servers(manifests).flatMap(({ name, labels }) => {
      const deployment = ofKind(manifests, 'Deployment').find(({ metadata }) => metadata.name === name)
      const own = scalers.filter(({ target }) => target === name)
      const budgets = ofKind(manifests, 'PodDisruptionBudget').filter(({ spec }) =>
        selects(spec?.selector as Selector, labels),
      )
      return [
        ...asked(own.length <= 1, `is scaled by ${own.map(({ kind }) => kind).join(' and ')}`),
        ...asked(
          own.length === 0 || deployment?.spec?.replicas === undefined,
          'sets replicas beside what scales it',
        ),
        ...asked(
          own.every(({ least, most }) => least >= 2 && most >= least),
          'is scaled below two replicas, or to fewer than at least',
        ),
        ...asked(budgets.length === 1, `has ${budgets.length} disruption budgets`),
        ...asked(
          budgets.every(({ spec }) => spec?.maxUnavailable === 1 && spec.minAvailable === undefined),
          'may not be drained, or all at once',
        ),
      ].map((fault) => `${name} ${fault}`)
    }),
  ]
}

/** Who is scaled by a queue is scaled by its own. */
export const scaledByOwnQueue =
  (queues: readonly string[]) =>
  (manifests: readonly Manifest[]): string[] =>
    ofKind(manifests, 'ScaledObject').flatMap(({ metadata: { name }, spec }) =>
      spec.triggers
        .filter(({ type }) => type === 'rabbitmq')
        .flatMap(({ metadata: { queueName = '' } }) =>
          asked(queueName === name && queues.includes(queueName), `${name} is scaled by queue ${queueName}`),
        ),
    )
