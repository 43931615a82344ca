import { config as appointments } from '@appointments/appointments-service'
import { config as availability } from '@appointments/availability-service'
import { config as gateway } from '@appointments/gateway-service'
import { config as notifications } from '@appointments/notifications-service'
import { config as participants } from '@appointments/participants-service'
import { config as web } from '@appointments/web-service'
import type { z } from 'zod'
import { environmentOf } from '../environment.ts'
import { ofKind, type Manifest } from '../manifests.ts'
import { isOwn, podsOf, type Container, type PodSpec } from '../pods.ts'

const settings: Record<string, z.ZodObject> = {
  appointments,
  availability,
  gateway,
  notifications,
  participants,
  web,
}

/** Variables that Node and the database driver read themselves. */
const ofTheRuntime = ['NODE_EXTRA_CA_CERTS', 'PGSSLMODE']

/** Every variable is one that the service reads, and every required variable is set. */
export const knownVariables = (manifests: readonly Manifest[]): string[] =>
  podsOf(manifests)
    .filter(isOwn)
    .flatMap(({ name, kind, labels, spec }) => {
      const config = settings[labels['app.kubernetes.io/name'] ?? '']
      const known = config?.shape ?? {}
      const given = spec.containers.flatMap(({ env = [] }) => env.map((variable) => variable.name))
      const fields = given.map((variable) => variable.replace(/_FILE$/, ''))
      // images set NODE_ENV to production, which requires more variables than a developer's machine
      const faults = config?.safeParse({ NODE_ENV: 'production' }).error?.issues ?? []
      const needed = faults.map(({ path }) => String(path[0]))
      return [
        ...fields
          .filter((field) => !(field in known) && !ofTheRuntime.includes(field))
          .map((field) => `sets ${field}, which nothing reads`),
        ...fields.filter((field, at) => fields.indexOf(field) !== at).map((field) => `sets ${field} twice`),
        ...(kind === 'Deployment' ? needed : [])
          .filter((field) => !fields.includes(field))
          .map((field) => `does not set ${field}`),
      ].map((fault) => `${name} ${fault}`)
    })

/** Names and private networks that clients may have addresses in, too. */
const notOnlyProxies = [
  'loopback',
  'linklocal',
  'uniquelocal',
  '10.0.0.0/8',
  '172.16.0.0/12',
  '192.168.0.0/16',
  'fc00::/7',
]

/** The gateway trusts only addresses of proxies, because any other trusted client could choose its address. */
export const onlyProxiesTrusted = (manifests: readonly Manifest[]): string[] =>
  (environmentOf(manifests, 'gateway').TRUSTED_PROXIES ?? '')
    .split(',')
    .map((network) => network.trim())
    .filter((network) => notOnlyProxies.includes(network))
    .map((network) => `gateway trusts clients in ${network}`)

/** The file that a `…_FILE` variable names is mounted and comes from a Secret. */
export const mountedFiles = (manifests: readonly Manifest[]): string[] =>
  podsOf(manifests)
    .filter(isOwn)
    .flatMap(({ name, spec }) =>
      spec.containers.flatMap((container) =>
        (container.env ?? [])
          .filter((variable) => variable.name.endsWith('_FILE'))
          .filter(({ value = '' }) => !filesOf(spec, container).includes(value))
          .map((variable) => `${name}: the file of ${variable.name} is not mounted`),
      ),
    )

/** No variable contains a secret, because everyone who may view the pod can read its variables. */
export const secretsInFiles = (manifests: readonly Manifest[]): string[] =>
  podsOf(manifests)
    .filter(isOwn)
    .flatMap(({ name, spec }) =>
      spec.containers
        .flatMap(({ env = [] }) => env)
        .filter(
          (variable) =>
            variable.valueFrom?.secretKeyRef !== undefined ||
            /(SECRET|TOKEN|PASSWORD|KEY|DATABASE_URL|RABBITMQ_URL|REDIS_URL|SMTP_URL)$/.test(variable.name),
        )
        .map((variable) => `${name} has ${variable.name} in its environment`),
    )

/** Every Secret and setting that a pod requires exists or is created elsewhere. */
export const presentSources =
  (madeElsewhere: readonly string[]) =>
  (manifests: readonly Manifest[]): string[] => {
    const there = [
      ...ofKind(manifests, 'Secret').flatMap(({ metadata, data }) => keysIn('Secret', metadata.name, data)),
      ...ofKind(manifests, 'ConfigMap').flatMap(({ metadata, data }) =>
        keysIn('ConfigMap', metadata.name, data),
      ),
      ...madeElsewhere,
    ]
    return podsOf(manifests).flatMap(({ name, spec }) =>
      usedBy(spec)
        .filter((source) => !there.includes(source))
        .map((source) => `${name} uses ${source}, which does not exist`),
    )
  }

const keysIn = (kind: string, name: string, data: Record<string, string> = {}) =>
  Object.keys(data).map((key) => `${kind} ${name}/${key}`)

const projected = (spec: PodSpec) =>
  (spec.volumes ?? []).flatMap((volume) =>
    (volume.projected?.sources ?? []).flatMap(({ secret }) =>
      (secret?.items ?? []).map((item) => ({ volume: volume.name, secret: secret?.name ?? '', ...item })),
    ),
  )

const filesOf = (spec: PodSpec, { volumeMounts = [] }: Container) =>
  projected(spec).flatMap((item) =>
    volumeMounts
      .filter((mount) => mount.name === item.volume)
      .map(({ mountPath }) => `${mountPath}/${item.path}`),
  )

const usedBy = (spec: PodSpec): string[] => [
  ...projected(spec).map(({ secret, key }) => `Secret ${secret}/${key}`),
  ...(spec.volumes ?? []).flatMap(({ secret }) =>
    (secret?.items ?? []).map(({ key }) => `Secret ${secret?.secretName ?? ''}/${key}`),
  ),
  ...spec.containers
    .flatMap(({ env = [] }) => env)
    .flatMap(({ valueFrom }) => [
      ...(valueFrom?.secretKeyRef
        ? [`Secret ${valueFrom.secretKeyRef.name ?? ''}/${valueFrom.secretKeyRef.key}`]
        : []),
      // a pod starts without a setting that is optional
      ...(valueFrom?.configMapKeyRef && valueFrom.configMapKeyRef.optional !== true
        ? [`ConfigMap ${valueFrom.configMapKeyRef.name ?? ''}/${valueFrom.configMapKeyRef.key}`]
        : []),
    ]),
]
