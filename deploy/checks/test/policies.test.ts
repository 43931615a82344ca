import { describe, expect, it } from 'vitest'
import { ofKind, type Manifest } from '../src/manifests.ts'
import { podsOf } from '../src/pods.ts'
import type { PolicyName } from '../src/policies.ts'
import { checked, isSkipped, rendered } from '../src/rendered.ts'

// oxlint-disable-next-line typescript/no-explicit-any -- what is broken here is broken on purpose
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
const trusting =
  (networks: string): Break =>
  (manifests) => {
    const settings = ofKind(manifests, 'ConfigMap').find(({ data }) => data?.TRUSTED_PROXIES !== undefined)
    if (!settings) throw new Error('no setting has the trusted proxies')
    settings.data = { ...settings.data, TRUSTED_PROXIES: networks }
  }
const everybody = { podSelector: {} }

/** Changes to the rendered objects that each policy must report. */
const broken: Record<PolicyName, Record<string, Break>> = {
  schema: {
    'a field that does not exist': container('gateway', (it) => (it.readinesProbe = {})),
    'a nested field that does not exist': container('gateway', (it) => (it.livenessProbe.httpGet.paht = '/')),
    'a value of another type': object('Service', 'gateway', ({ spec }) => (spec.ports[0].port = '8080')),
    'a field that is missing': object('Deployment', 'redis', ({ spec }) => delete spec.selector),
    'an unknown value of an enumeration': object(
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
    'an unknown field of a TriggerAuthentication': object(
      'TriggerAuthentication',
      'rabbitmq',
      ({ spec }) => (spec.configMapTargetRefs = []),
    ),
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
    'a pod that may run as root': pod(
      'gateway',
      ({ securityContext }) => (securityContext.runAsNonRoot = false),
    ),
    'a pod without a user': pod('redis', ({ securityContext }) => delete securityContext.runAsUser),
    'a pod with another user': pod('gateway', ({ securityContext }) => (securityContext.runAsUser = 1000)),
    'no seccomp profile': pod('gateway', ({ securityContext }) => delete securityContext.seccompProfile),
    'a service account token': pod(
      'appointments-migrate',
      (spec) => (spec.automountServiceAccountToken = true),
    ),
    'the network of the node': pod('gateway', (spec) => (spec.hostNetwork = true)),
    'a path of the node': pod('gateway', ({ volumes }) =>
      volumes.push({ name: 'x', hostPath: { path: '/' } }),
    ),
    'privilege escalation': container(
      'gateway',
      ({ securityContext }) => (securityContext.allowPrivilegeEscalation = true),
    ),
    'a privileged container': container(
      'gateway',
      ({ securityContext }) => (securityContext.privileged = true),
    ),
    'a container that runs as root': container(
      'gateway',
      ({ securityContext }) => (securityContext.runAsUser = 0),
    ),
    'capabilities that are not dropped': container(
      'gateway',
      ({ securityContext }) => (securityContext.capabilities = {}),
    ),
    'an added capability': container('gateway', (it) => (it.securityContext.capabilities.add = ['NET_RAW'])),
    'a writable root file system': container(
      'gateway',
      (it) => (it.securityContext.readOnlyRootFilesystem = false),
    ),
  },
  limitedResources: {
    'no memory limit': container('redis', ({ resources }) => delete resources.limits.memory),
    'no CPU request': container('gateway', ({ resources }) => delete resources.requests.cpu),
    'neither requests nor limits': container('notifications-migrate', (it) => delete it.resources),
  },
  secretsThatRotate: {
    'a sub-path': container('gateway', ({ volumeMounts }) => (volumeMounts[0].subPath = 'JWT_SECRET')),
  },
  knownImages: {
    'the tag latest': container('gateway', (it) => (it.image = 'appointments/gateway:latest')),
    'no tag': container('redis', (it) => (it.image = 'registry.example.com:5000/redis')),
    'no digest': container('redis', (it) => (it.image = 'redis:7.4')),
    'an image that the Dockerfile does not build': container(
      'gateway',
      (it) => (it.image = 'appointments/entrance:1.0.0'),
    ),
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
    'a rollout that stops a pod before its replacement is ready': object(
      'Deployment',
      'gateway',
      ({ spec }) => (spec.strategy.rollingUpdate.maxUnavailable = 1),
    ),
    'no delay before the server stops accepting requests': container('gateway', (it) => {
      it.env = it.env.filter(({ name }: Any) => name !== 'DRAIN_DELAY_MS')
    }),
    'a grace period shorter than the shutdown': pod(
      'gateway',
      (spec) => (spec.terminationGracePeriodSeconds = 20),
    ),
    'pods that may share one node': pod('gateway', ({ topologySpreadConstraints }) =>
      topologySpreadConstraints.pop(),
    ),
    'pods that may share one zone': pod('gateway', ({ topologySpreadConstraints }) =>
      topologySpreadConstraints.shift(),
    ),
  },
  consistentScaling: {
    'two autoscalers of one deployment': (manifests) => {
      const one = structuredClone(ofKind(manifests, 'HorizontalPodAutoscaler')[0]) as Any
      one.spec.scaleTargetRef.name = 'appointments'
      manifests.push(one)
    },
    'a fixed number of replicas beside an autoscaler': object(
      'Deployment',
      'gateway',
      ({ spec }) => (spec.replicas = 3),
    ),
    'a minimum of one replica': object(
      'ScaledObject',
      'appointments',
      ({ spec }) => (spec.minReplicaCount = 1),
    ),
    'a maximum below the minimum': object(
      'HorizontalPodAutoscaler',
      'gateway',
      ({ spec }) => (spec.maxReplicas = 1),
    ),
    'an autoscaler of a deployment that does not exist': object(
      'ScaledObject',
      'appointments',
      ({ spec }) => (spec.scaleTargetRef.name = 'x'),
    ),
    'no disruption budget': without('PodDisruptionBudget', 'gateway'),
    'a disruption budget that allows no disruption': object(
      'PodDisruptionBudget',
      'gateway',
      ({ spec }) => (spec.maxUnavailable = 0),
    ),
    'a disruption budget that selects no pod': object(
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
    'a queue that is not declared': object('ScaledObject', 'appointments', (it) => {
      it.metadata.name = it.spec.triggers[0].metadata.queueName = 'bookings'
    }),
  },
  reachableProbes: {
    'a path that no service has': container('gateway', (it) => (it.livenessProbe.httpGet.path = '/healthz')),
    'readiness as liveness': container('gateway', (it) => (it.livenessProbe.httpGet.path = '/health/ready')),
    'no probe': container('gateway', (it) => delete it.startupProbe),
    'a port that the container does not open': container(
      'gateway',
      (it) => (it.readinessProbe.httpGet.port = 'web'),
    ),
  },
  knownVariables: {
    'a variable that the service does not read': variable('gateway', { name: 'JWT_SECERT', value: 'x' }),
    'a file for a variable that the service does not read': variable('gateway', {
      name: 'SMTP_URL_FILE',
      value: '/x',
    }),
    'a variable that is set twice': variable('gateway', { name: 'INTERNAL_SECRET', value: 'x' }),
    'a missing required variable': container('participants', (it) => {
      it.env = it.env.filter(({ name }: Any) => name !== 'DATA_SECRET_FILE')
    }),
    'a missing variable that only production requires': container('appointments', (it) => {
      it.env = it.env.filter(({ name }: Any) => name !== 'SENDERS')
    }),
  },
  mountedFiles: {
    'a file that is not mounted': variable('gateway', {
      name: 'JWT_SIGNING_KEY_FILE',
      value: '/run/secrets/JWT_SIGNING_KEY',
    }),
    'a folder that is mounted elsewhere': container(
      'gateway',
      ({ volumeMounts }) => (volumeMounts[0].mountPath = '/secrets'),
    ),
  },
  secretsInFiles: {
    'a secret as a plain value': variable('gateway', { name: 'JWT_SIGNING_KEY', value: 'x' }),
    'a secret from a Secret': variable('gateway', {
      name: 'JWT_ISSUER',
      valueFrom: { secretKeyRef: { name: 'token-secret', key: 'issuer' } },
    }),
  },
  presentSources: {
    'a Secret that does not exist': pod(
      'gateway',
      ({ volumes }) => (volumes[0].projected.sources[0].secret.name = 'x'),
    ),
    'a key that its Secret does not have': pod(
      'redis',
      ({ volumes }) => (volumes[0].secret.items[0].key = 'x'),
    ),
    'no setting for the trusted proxies': (manifests) => {
      for (const { data } of ofKind(manifests, 'ConfigMap')) delete data?.TRUSTED_PROXIES
    },
    'a setting that its ConfigMap does not have': (manifests) => {
      for (const { data } of ofKind(manifests, 'ConfigMap')) delete data?.MAIL_FROM
    },
  },
  onlyProxiesTrusted: {
    'private addresses as proxies': trusting('uniquelocal'),
    'a private network beside the addresses of proxies': trusting('192.0.2.7, 10.0.0.0/8'),
    'private addresses as proxies of the deployment itself': container('gateway', ({ env }) => {
      const at = env.findIndex(({ name }: Any) => name === 'TRUSTED_PROXIES')
      env[at] = { name: 'TRUSTED_PROXIES', value: 'uniquelocal' }
    }),
  },
  everyPodUnderPolicy: {
    'a service without a policy': (manifests) => {
      const isOfRedis = ({ kind, metadata }: Manifest) =>
        kind === 'NetworkPolicy' && metadata.name === 'redis'
      manifests.splice(manifests.findIndex(isOfRedis), 1)
    },
    'pods without an egress policy': pod('gateway', (_spec, labels) => {
      labels['app.kubernetes.io/name'] = 'entrance'
    }),
    'a service that selects no pod': object('Service', 'gateway', ({ spec }) => (spec.selector = { a: 'b' })),
    'a service that selects two workloads': object('Service', 'appointments', ({ spec }) => {
      delete spec.selector['app.kubernetes.io/component']
    }),
  },
  documentedConnections: {
    'a connection that is not in the diagram': (manifests) => {
      policy('appointments', ({ egress }) => egress.push({ to: [everybody] }))(manifests)
      policy('notifications', ({ ingress }) => ingress[0].from.push(everybody))(manifests)
    },
    'a missing ingress rule': policy('appointments', ({ ingress }) => ingress[0].from.pop()),
    'a missing egress rule': policy('gateway', ({ egress }) => egress.pop()),
    'access to the database of another service': (manifests) => {
      policy('appointments', ({ egress }) => egress.push({ to: [everybody], ports: [{ port: 5432 }] }))(
        manifests,
      )
      policy('participants-db', ({ ingress }) => ingress.push({ from: [everybody] }))(manifests)
    },
    'no policy for the databases': without('NetworkPolicy', 'appointments-db'),
  },
  meaningfulPolicies: {
    'a peer that selects no pod': policy('gateway', ({ egress }) => {
      egress[0].to[0].podSelector.matchLabels = { 'app.kubernetes.io/name': 'calendar' }
    }),
    'a policy that selects no pod': policy(
      'gateway',
      ({ podSelector }) => (podSelector.matchLabels = { a: 'b' }),
    ),
    'an egress port on which no container listens': policy(
      'gateway',
      ({ egress }) => (egress[0].ports[0].port = 9999),
    ),
    'an ingress port on which no container listens': policy(
      'way-in',
      ({ ingress }) => (ingress[0].ports[0].port = 9999),
    ),
  },
  guardedEgress: {
    'access to a private network': policy('notifications', ({ egress }) =>
      egress.at(-1).to[0].ipBlock.except.pop(),
    ),
    'internet access of a service that needs none': policy('appointments', ({ egress }) => {
      egress.push({ to: [{ ipBlock: { cidr: '0.0.0.0/0' } }] })
    }),
    'access to any port': policy('notifications', ({ egress }) => delete egress.at(-1).ports),
    'access to any address': policy('gateway', ({ egress }) => egress.push({ ports: [{ port: 443 }] })),
  },
  guardedIngress: {
    'a service open to any pod': policy('appointments', ({ ingress }) => delete ingress[0].from),
    'a service open to any address': policy('appointments', ({ ingress }) => {
      ingress[0].from.push({ ipBlock: { cidr: '0.0.0.0/0' } })
    }),
    'metrics of the gateway open to any pod': policy('metrics', ({ ingress }) => delete ingress[0].from),
    'the gateway open to pods other than the ingress [H2.5]': policy(
      'way-in',
      ({ ingress }) => delete ingress[0].from,
    ),
  },
  knownNeighbours: {
    'a peer in another namespace': policy('metrics', ({ ingress }) => {
      ingress[0].from[0].namespaceSelector.matchLabels['kubernetes.io/metadata.name'] = 'default'
    }),
    'peers in every namespace': policy(
      'metrics',
      ({ ingress }) => (ingress[0].from[0].namespaceSelector = {}),
    ),
    'every pod of a namespace': policy('metrics', ({ ingress }) => delete ingress[0].from[0].podSelector),
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
