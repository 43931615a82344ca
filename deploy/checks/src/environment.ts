import { ofKind, type Manifest } from './manifests.ts'
import { podsOf } from './pods.ts'

/** The environment of a service in its container, with `…_FILE` variables replaced by the content of their files. */
export function environmentOf(manifests: readonly Manifest[], service: string): Record<string, string> {
  const spec = podsOf(manifests).find(({ name }) => name === service)?.spec
  const secretOf = (path: string) => {
    const sources = spec?.volumes?.flatMap((volume) => volume.projected?.sources ?? []) ?? []
    const item = sources
      .flatMap(({ secret }) => (secret?.items ?? []).map((one) => ({ ...one, secret: secret?.name })))
      .find((one) => path.endsWith(`/${one.path}`))
    const data = ofKind(manifests, 'Secret').find(({ metadata }) => metadata.name === item?.secret)?.data
    return Buffer.from(data?.[item?.key ?? ''] ?? '', 'base64').toString()
  }
  const settingOf = (name = '', key = '') =>
    ofKind(manifests, 'ConfigMap').find(({ metadata }) => metadata.name === name)?.data?.[key] ?? ''
  return Object.fromEntries(
    (spec?.containers[0]?.env ?? []).map(({ name, value, valueFrom }) =>
      name.endsWith('_FILE')
        ? [name.replace(/_FILE$/, ''), secretOf(value ?? '')]
        : [name, value ?? settingOf(valueFrom?.configMapKeyRef?.name, valueFrom?.configMapKeyRef?.key)],
    ),
  )
}
