import type { Manifest } from '../manifests.ts'
import { isOwn, podsOf } from '../pods.ts'
import { asked } from './security.ts'

const PROBES = ['startupProbe', 'livenessProbe', 'readinessProbe'] as const
const OWN_PATH = {
  startupProbe: '/health/live',
  livenessProbe: '/health/live',
  readinessProbe: '/health/ready',
}

/**
 * Every probe uses a path to which the services respond, on a port of the container.
 * @param isAnswered whether a service responds at a path
 */
export const answeredProbes =
  (isAnswered: (path: string) => boolean) =>
  (manifests: readonly Manifest[]): string[] =>
    podsOf(manifests)
      .filter((pods) => isOwn(pods) && pods.kind === 'Deployment')
      .flatMap(({ name, spec }) =>
        spec.containers.flatMap((container) =>
          PROBES.flatMap((kind) => {
            const asks = container[kind]?.httpGet
            return [
              ...asked(asks !== undefined, 'is missing'),
              ...asked(
                !asks || isAnswered(asks.path ?? ''),
                `asks for ${asks?.path ?? ''}, which nobody answers`,
              ),
              ...asked(!asks || asks.path === OWN_PATH[kind], 'asks what another probe is for'),
              ...asked(
                !asks || container.ports?.some((port) => port.name === asks.port) === true,
                'asks at a port that is not there',
              ),
            ].map((fault) => `${name}: ${kind} ${fault}`)
          }),
        ),
      )
