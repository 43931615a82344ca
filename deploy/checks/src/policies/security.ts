import type { Manifest } from '../manifests.ts'
import { isOwn, podsOf, type Container, type Pods } from '../pods.ts'

/** Pods meet the restricted profile of the Pod Security Standards, and have no token for the cluster. */
export const restrictedPods = (manifests: readonly Manifest[]): string[] =>
  podsOf(manifests).flatMap((pods) => {
    const { spec } = pods
    const faults = [
      ...unless(spec.securityContext?.runAsNonRoot === true, 'may run as root'),
      ...unless((spec.securityContext?.runAsUser ?? 0) > 0, 'names no user'),
      ...unless(!isOwn(pods) || spec.securityContext?.runAsUser === 10001, 'is not user 10001'),
      ...unless(spec.securityContext?.seccompProfile?.type === 'RuntimeDefault', 'has no seccomp profile'),
      ...unless(spec.automountServiceAccountToken === false, 'gets a service account token'),
      ...unless(!spec.hostNetwork && !spec.hostPID && !spec.hostIPC, 'shares namespaces of its host'),
      ...unless(!spec.volumes?.some(({ hostPath }) => hostPath), 'mounts a path of its host'),
      ...everyContainer(pods).flatMap((container) => containerFaults(container, isOwn(pods))),
    ]
    return faults.map((fault) => `${pods.name} ${fault}`)
  })

function containerFaults({ securityContext: given }: Container, isOwnImage: boolean): string[] {
  return [
    ...unless(given?.allowPrivilegeEscalation === false, 'may gain privileges'),
    ...unless(given?.privileged !== true, 'is privileged'),
    ...unless(given?.runAsUser === undefined && given?.runAsNonRoot !== false, 'changes its user'),
    ...unless(given?.capabilities?.drop?.includes('ALL') === true, 'keeps capabilities'),
    ...unless(given?.capabilities?.add === undefined, 'adds capabilities'),
    ...unless(!isOwnImage || given?.readOnlyRootFilesystem === true, 'may write to its root file system'),
  ]
}

/** Every container has resource requests and limits. */
export const limitedResources = (manifests: readonly Manifest[]): string[] =>
  podsOf(manifests).flatMap((pods) =>
    everyContainer(pods).flatMap(({ resources }) =>
      (['requests', 'limits'] as const).flatMap((side) =>
        ['cpu', 'memory'].flatMap((what) =>
          unless(resources?.[side]?.[what] !== undefined, `has no ${side} of ${what}`).map(
            (fault) => `${pods.name} ${fault}`,
          ),
        ),
      ),
    ),
  )

/** No container mounts a single file, because such a file is never updated, so a secret in it would never rotate. */
export const secretsThatRotate = (manifests: readonly Manifest[]): string[] =>
  podsOf(manifests).flatMap((pods) =>
    everyContainer(pods).flatMap(({ volumeMounts = [] }) =>
      volumeMounts
        .filter(({ subPath, subPathExpr }) => subPath !== undefined || subPathExpr !== undefined)
        .map(({ mountPath }) => `${pods.name} mounts ${mountPath} by a sub-path`),
    ),
  )

export const everyContainer = ({ spec }: Pods): Container[] => [
  ...spec.containers,
  ...(spec.initContainers ?? []),
]

export const unless = (isSo: boolean, otherwise: string): string[] => (isSo ? [] : [otherwise])
