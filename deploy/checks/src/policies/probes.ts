import type { Manifest } from '../manifests.ts'
import { isOwn, podsOf } from '../pods.ts'
import { unless } from './security.ts'

const PROBES = ['startupProbe', 'livenessProbe', 'readinessProbe'] as const
const OWN_PATH = {
  startupProbe: '/health/live',
  livenessProbe: '/health/live',
  readinessProbe: '/health/ready',
}

/**
 * Every probe uses a path to which the services respond, on a port of the container.
 * @param responds whether a service responds at a path
 */
export const reachableProbes =
  (responds: (path: string) => boolean) =>
  (manifests: readonly Manifest[]): string[] =>
    podsOf(manifests)
      .filter((pods) => isOwn(pods) && pods.kind === 'Deployment')
      .flatMap(({ name, spec }) =>
        spec.containers.flatMap((container) =>
          PROBES.flatMap((kind) => {
            const asks = container[kind]?.httpGet
            return [
              ...unless(asks !== undefined, 'is missing'),
              ...unless(
                !asks || responds(asks.path ?? ''),
                `uses ${asks?.path ?? ''}, a path that no service has`,
              ),
              ...unless(!asks || asks.path === OWN_PATH[kind], 'uses the path of another probe'),
              ...unless(
                !asks || container.ports?.some((port) => port.name === asks.port) === true,
                'uses a port that the container does not open',
              ),
            ].map((fault) => `${name}: ${kind} ${fault}`)
          }),
        ),
      )
