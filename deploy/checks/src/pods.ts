import { ofKind, type Manifest } from './manifests.ts'
import type { Kinds } from './models.ts'

type Template = NonNullable<NonNullable<Kinds['Deployment']['spec']>['template']>
export type PodSpec = NonNullable<Template['spec']>
export type Container = PodSpec['containers'][number]

/** The pods of a workload. */
export interface Pods {
  /** The workload, such as `appointments` or `appointments-migrate`. */
  name: string
  kind: 'Deployment' | 'Job'
  labels: Record<string, string>
  spec: PodSpec
}

/** Pods of this project's own images. */
export const isOwn = ({ labels }: Pods) => labels['app.kubernetes.io/part-of'] === 'appointments'

/** The pods of all workloads. */
export const podsOf = (manifests: readonly Manifest[]): Pods[] =>
  (['Deployment', 'Job'] as const).flatMap((kind) =>
    ofKind(manifests, kind).map(({ metadata, spec }) => {
      const template = spec?.template as Template
      return {
        // a Job is named for its release
        name: metadata.name.replace(/\..*$/, ''),
        kind,
        labels: template.metadata?.labels ?? {},
        spec: template.spec as PodSpec,
      }
    }),
  )

/** Whether labels match a selector. */
export function selects(selector: Selector | undefined, labels: Record<string, string>): boolean {
  const { matchLabels = {}, matchExpressions = [] } = selector ?? {}
  return (
    Object.entries(matchLabels).every(([key, value]) => labels[key] === value) &&
    matchExpressions.every(({ key, operator, values = [] }) => {
      if (operator !== 'In') throw new Error(`a selector with ${operator} is not supported by this check`)
      return values.includes(labels[key] ?? '')
    })
  )
}
export interface Selector {
  matchLabels?: Record<string, string>
  matchExpressions?: { key: string; operator: string; values?: string[] }[]
}
