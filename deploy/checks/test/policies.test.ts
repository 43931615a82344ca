import { describe, expect, it } from 'vitest'
import { ofKind, type Manifest } from '../src/manifests.ts'
import { podsOf } from '../src/pods.ts'
import type { PolicyName } from '../src/policies.ts'
import { checked, isSkipped, rendered } from '../src/rendered.ts'

// eslint-disable-next-line @typescript-eslint/no-explicit-any -- what is broken here is broken on purpose
type Any = any
type Break = (manifests: Manifest[]) => void

const object =
  (kind: string, name: string, change: (object: Any) => void): Break =>
  (manifests) => {
    const found = manifests.find((one) => one.kind === kind && one.metadata.name === name)
    if (!found) throw new Error(`there is no ${kind} ${name}`)
    change(found)
  }
const pod =
  (name: string, change: (spec: Any, labels: Any) => void): Break =>
  (manifests) => {
    const found = podsOf(manifests).find((pods) => pods.name === name)
    if (!found) throw new Error(`there are no pods of ${name}`)
    change(found.spec, found.labels)
  }
const container = (name: string, change: (container: Any) => void): Break =>
  pod(name, ({ containers }) => change(containers[0]))
const variable = (service: string, variable: object): Break =>
  container(service, ({ env }) => env.push(variable))
const policy = (name: string, change: (spec: Any) => void): Break =>
  object('NetworkPolicy', name, ({ spec }) => change(spec))
const without =
  (kind: string, name: string): Break =>
  (manifests) => {
    const at = manifests.findIndex((one) => one.kind === kind && one.metadata.name === name)
    if (at < 0) throw new Error(`there is no ${kind} ${name}`)
    manifests.splice(at, 1)
  }
const everybody = { podSelector: {} }

/** For each policy, what it must not let pass. */
const broken: Record<PolicyName, Record<string, Break>> = {
  schema: {
    'a field that does not exist': container('gateway', (it) => (it.readinesProbe = {})),
    'a field that does not exist, far inside': container(
      'gateway',
      (it) => (it.livenessProbe.httpGet.paht = '/'),
    ),
    'a value of another type': object('Service', 'gateway', ({ spec }) => (spec.ports[0].port = '8080')),
    'a field that is missing': object('Deployment', 'redis', ({ spec }) => delete spec.selector),
    'a value that is not among those there are': object(
      'Deployment',
      'redis',
      ({ spec }) => (spec.strategy.type = 7),
    ),
    'another version': object(
      'HorizontalPodAutoscaler',
      'gateway',
      (it) => (it.apiVersion = 'autoscaling/v1'),
    ),
    'an unknown kind': object('PodMonitor', 'appointments', (it) => (it.kind = 'PodWatcher')),
    'an unknown field of KEDA': object('ScaledObject', 'appointments', ({ spec }) => (spec.maxReplicas = 3)),
    'an unknown field of CloudNativePG': object(
      'Cluster',
      'appointments-db',
      ({ spec }) => (spec.replicas = 3),
    ),
    'an unknown field of RabbitMQ': object('RabbitmqCluster', 'rabbitmq', ({ spec }) => (spec.instances = 3)),
    'an unknown field of a route': object(
      'HTTPRoute',
      'gateway',
      ({ spec }) => (spec.rules[0].backendRefs[0].tag = 1),
    ),
    'an unknown field of a Gateway': object(
      'Gateway',
      'entrance',
      ({ spec }) => (spec.listeners[0].tags = {}),
    ),
    'an unknown field of Prometheus': object(
      'PodMonitor',
      'appointments',
      ({ spec }) => (spec.endpoints = []),
    ),
  },
  restrictedPods: {
    root: pod('gateway', ({ securityContext }) => (securityContext.runAsNonRoot = false)),
    'no user': pod('redis', ({ securityContext }) => delete securityContext.runAsUser),
    'another user': pod('gateway', ({ securityContext }) => (securityContext.runAsUser = 1000)),
    'no seccomp profile': pod('gateway', ({ securityContext }) => delete securityContext.seccompProfile),
    'a token': pod('appointments-migrate', (spec) => (spec.automountServiceAccountToken = true)),
    'the network of the host': pod('gateway', (spec) => (spec.hostNetwork = true)),
    'a path of the host': pod('gateway', ({ volumes }) =>
      volumes.push({ name: 'x', hostPath: { path: '/' } }),
    ),
    'more privileges': container(
      'gateway',
      ({ securityContext }) => (securityContext.allowPrivilegeEscalation = true),
    ),
    privileges: container('gateway', ({ securityContext }) => (securityContext.privileged = true)),
    'root in a container': container('gateway', ({ securityContext }) => (securityContext.runAsUser = 0)),
    capabilities: container('gateway', ({ securityContext }) => (securityContext.capabilities = {})),
    'more capabilities': container('gateway', (it) => (it.securityContext.capabilities.add = ['NET_RAW'])),
    'a file system to write to': container(
      'gateway',
      (it) => (it.securityContext.readOnlyRootFilesystem = false),
    ),
  },
  limitedResources: {
    'no limit of memory': container('redis', ({ resources }) => delete resources.limits.memory),
    'no request of a processor': container('gateway', ({ resources }) => delete resources.requests.cpu),
    'nothing at all': container('notifications-migrate', (it) => delete it.resources),
  },
  secretsThatRotate: {
    'a sub-path': container('gateway', ({ volumeMounts }) => (volumeMounts[0].subPath = 'JWT_SECRET')),
  },
  knownImages: {
    latest: container('gateway', (it) => (it.image = 'appointments/gateway:latest')),
    'no tag': container('redis', (it) => (it.image = 'registry.example.com:5000/redis')),
    'no digest': container('redis', (it) => (it.image = 'redis:7.4')),
    'an image nobody builds': container('gateway', (it) => (it.image = 'appointments/entrance:1.0.0')),
  },
  migrationOfRelease: {
    'another release': container('appointments', (it) => (it.image = 'appointments/appointments:1.1.0')),
    'another image': container(
      'appointments-migrate',
      (it) => (it.image = 'appointments/participants:1.0.0'),
    ),
    'no migration': without('Job', 'participants-migrate.1.0.0'),
    'another command': container('participants-migrate', (it) => (it.args = ['serve'])),
  },
  gentleRollouts: {
    'fewer at times': object(
      'Deployment',
      'gateway',
      ({ spec }) => (spec.strategy.rollingUpdate.maxUnavailable = 1),
    ),
    'no time to be forgotten': container('gateway', (it) => {
      it.env = it.env.filter(({ name }: Any) => name !== 'DRAIN_DELAY_MS')
    }),
    'too little time to stop': pod('gateway', (spec) => (spec.terminationGracePeriodSeconds = 20)),
    'one node': pod('gateway', ({ topologySpreadConstraints }) => topologySpreadConstraints.pop()),
    'one zone': pod('gateway', ({ topologySpreadConstraints }) => topologySpreadConstraints.shift()),
  },
  consistentScaling: {
    'two that decide': (manifests) => {
      const one = structuredClone(ofKind(manifests, 'HorizontalPodAutoscaler')[0]) as Any
      one.spec.scaleTargetRef.name = 'appointments'
      manifests.push(one)
    },
    'a number beside what decides': object('Deployment', 'gateway', ({ spec }) => (spec.replicas = 3)),
    'one replica': object('ScaledObject', 'appointments', ({ spec }) => (spec.minReplicaCount = 1)),
    'fewer than the least': object(
      'HorizontalPodAutoscaler',
      'gateway',
      ({ spec }) => (spec.maxReplicas = 1),
    ),
    'somebody who is not there': object(
      'ScaledObject',
      'appointments',
      ({ spec }) => (spec.scaleTargetRef.name = 'x'),
    ),
    'no budget': without('PodDisruptionBudget', 'gateway'),
    'a budget that lets nothing go': object(
      'PodDisruptionBudget',
      'gateway',
      ({ spec }) => (spec.maxUnavailable = 0),
    ),
    'a budget for nobody': object(
      'PodDisruptionBudget',
      'gateway',
      ({ spec }) => (spec.selector.matchLabels.x = 'y'),
    ),
  },
  scaledByOwnQueue: {
    'the queue of another service': object(
      'ScaledObject',
      'appointments',
      ({ spec }) => (spec.triggers[0].metadata.queueName = 'participants'),
    ),
    'a queue nobody declares': object('ScaledObject', 'appointments', (it) => {
      it.metadata.name = it.spec.triggers[0].metadata.queueName = 'bookings'
    }),
  },
  answeredProbes: {
    'a path nobody answers': container('gateway', (it) => (it.livenessProbe.httpGet.path = '/healthz')),
    'readiness as liveness': container('gateway', (it) => (it.livenessProbe.httpGet.path = '/health/ready')),
    'no probe': container('gateway', (it) => delete it.startupProbe),
    'a port that is not there': container('gateway', (it) => (it.readinessProbe.httpGet.port = 'web')),
  },
  knownVariables: {
    'a variable nobody reads': variable('gateway', { name: 'JWT_SECERT', value: 'x' }),
    'a file of a variable nobody reads': variable('gateway', { name: 'SMTP_URL_FILE', value: '/x' }),
    'a variable twice': variable('gateway', { name: 'INTERNAL_SECRET', value: 'x' }),
    'no variable that is needed': container('participants', (it) => {
      it.env = it.env.filter(({ name }: Any) => name !== 'DATA_SECRET_FILE')
    }),
    'no variable that production needs': container('appointments', (it) => {
      it.env = it.env.filter(({ name }: Any) => name !== 'SENDERS')
    }),
  },
  mountedFiles: {
    'a file nobody mounts': variable('gateway', {
      name: 'JWT_SIGNING_KEY_FILE',
      value: '/run/secrets/JWT_SIGNING_KEY',
    }),
    'a folder nobody mounts': container(
      'gateway',
      ({ volumeMounts }) => (volumeMounts[0].mountPath = '/secrets'),
    ),
  },
  secretsInFiles: {
    'a secret as text': variable('gateway', { name: 'JWT_SIGNING_KEY', value: 'x' }),
    'a secret from a Secret': variable('gateway', {
      name: 'JWT_ISSUER',
      valueFrom: { secretKeyRef: { name: 'token-secret', key: 'issuer' } },
    }),
  },
  presentSources: {
    'a Secret nobody makes': pod(
      'gateway',
      ({ volumes }) => (volumes[0].projected.sources[0].secret.name = 'x'),
    ),
    'a key nobody makes': pod('redis', ({ volumes }) => (volumes[0].secret.items[0].key = 'x')),
    'a setting that is not there': (manifests) => {
      for (const { data } of ofKind(manifests, 'ConfigMap')) delete data?.MAIL_FROM
    },
  },
  everyPodUnderPolicy: {
    'a service without a policy': (manifests) => {
      const isOfRedis = ({ kind, metadata }: Manifest) =>
        kind === 'NetworkPolicy' && metadata.name === 'redis'
      manifests.splice(manifests.findIndex(isOfRedis), 1)
    },
    'pods that no policy keeps from sending': pod('gateway', (_spec, labels) => {
      labels['app.kubernetes.io/name'] = 'entrance'
    }),
    'a service that stands for nothing': object(
      'Service',
      'gateway',
      ({ spec }) => (spec.selector = { a: 'b' }),
    ),
    'a service that stands for more': object('Service', 'appointments', ({ spec }) => {
      delete spec.selector['app.kubernetes.io/component']
    }),
  },
  arrowsOfThePicture: {
    'an arrow more': (manifests) => {
      policy('appointments', ({ egress }) => egress.push({ to: [everybody] }))(manifests)
      policy('notifications', ({ ingress }) => ingress[0].from.push(everybody))(manifests)
    },
    'an arrow less at its end': policy('appointments', ({ ingress }) => ingress[0].from.pop()),
    'an arrow less at its beginning': policy('gateway', ({ egress }) => egress.pop()),
    "another service's database": (manifests) => {
      policy('appointments', ({ egress }) => egress.push({ to: [everybody], ports: [{ port: 5432 }] }))(
        manifests,
      )
      policy('participants-db', ({ ingress }) => ingress.push({ from: [everybody] }))(manifests)
    },
    'no policy for the databases': without('NetworkPolicy', 'appointments-db'),
  },
  meaningfulPolicies: {
    'a peer that is nobody': policy('gateway', ({ egress }) => {
      egress[0].to[0].podSelector.matchLabels = { 'app.kubernetes.io/name': 'calendar' }
    }),
    'a policy about nobody': policy('gateway', ({ podSelector }) => (podSelector.matchLabels = { a: 'b' })),
    'a port nobody listens on': policy('gateway', ({ egress }) => (egress[0].ports[0].port = 9999)),
    'a port of its own nobody listens on': policy(
      'way-in',
      ({ ingress }) => (ingress[0].ports[0].port = 9999),
    ),
  },
  guardedEgress: {
    'a private network': policy('notifications', ({ egress }) => egress.at(-1).to[0].ipBlock.except.pop()),
    'a service that has no business outside': policy('appointments', ({ egress }) => {
      egress.push({ to: [{ ipBlock: { cidr: '0.0.0.0/0' } }] })
    }),
    'any port': policy('notifications', ({ egress }) => delete egress.at(-1).ports),
    'anything at all': policy('gateway', ({ egress }) => egress.push({ ports: [{ port: 443 }] })),
  },
  guardedIngress: {
    'a service open to anybody': policy('appointments', ({ ingress }) => delete ingress[0].from),
    'a service open to an address': policy('appointments', ({ ingress }) => {
      ingress[0].from.push({ ipBlock: { cidr: '0.0.0.0/0' } })
    }),
    'the metrics of the gateway': policy('metrics', ({ ingress }) => delete ingress[0].from),
    'the gateway, past what stands in front of it [H2.5]': policy(
      'way-in',
      ({ ingress }) => delete ingress[0].from,
    ),
  },
  knownNeighbours: {
    'another namespace': policy('metrics', ({ ingress }) => {
      ingress[0].from[0].namespaceSelector.matchLabels['kubernetes.io/metadata.name'] = 'default'
    }),
    'every namespace': policy('metrics', ({ ingress }) => (ingress[0].from[0].namespaceSelector = {})),
    'every pod of one': policy('metrics', ({ ingress }) => delete ingress[0].from[0].podSelector),
  },
}

describe.skipIf(isSkipped)('a policy notices', () => {
  for (const [name, cases] of Object.entries(broken) as [PolicyName, Record<string, Break>][]) {
    it.each(Object.entries(cases))(`${name}: %s`, (_what, breaks) => {
      const manifests = structuredClone(rendered.production)
      breaks(manifests)
      expect(checked[name](manifests)).not.toEqual([])
    })
  }
})
