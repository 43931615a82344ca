import { beforeAll, describe, expect, it } from 'vitest'
import { ofKind, renderSite, type Manifest } from '../src/manifests.ts'
import { connectionsOf } from '../src/network.ts'
import { isOwn, podsOf } from '../src/pods.ts'
import { checked, isSkipped } from '../src/rendered.ts'
import type { TriggerAuthentication } from '../src/trigger-authentication.ts'

describe.skipIf(isSkipped)('production with the component tls [H8]', () => {
  let manifests: Manifest[]
  beforeAll(async () => {
    manifests = await renderSite((pathTo) =>
      JSON.stringify({
        apiVersion: 'kustomize.config.k8s.io/v1beta1',
        kind: 'Kustomization',
        resources: [pathTo('overlays/production')],
        components: [pathTo('components/tls')],
      }),
    )
  })

  it.each(Object.entries(checked))('satisfies the policy %s', (_name, policy) => {
    expect(policy(manifests)).toEqual([])
  })

  it('makes every service and migration trust the authority of the servers and verify certificates', () => {
    const own = podsOf(manifests).filter(isOwn)
    expect(own.length).toBeGreaterThan(4)
    for (const { name, spec } of own) {
      const [container] = spec.containers
      expect(container?.env, name).toEqual(
        expect.arrayContaining([
          { name: 'NODE_EXTRA_CA_CERTS', value: '/run/backend-ca/ca.crt' },
          { name: 'PGSSLMODE', value: 'verify-full' },
        ]),
      )
      expect(container?.volumeMounts, name).toContainEqual(
        expect.objectContaining({ name: 'backend-ca', mountPath: '/run/backend-ca' }),
      )
    }
  })

  it('makes KEDA connect to the broker by TLS and trust the authority of the servers', () => {
    const found = manifests.find(({ kind }) => kind === 'TriggerAuthentication')
    const { secretTargetRef, configMapTargetRef = [] } = (found as TriggerAuthentication | undefined)!.spec
    expect(secretTargetRef.map(({ parameter }) => parameter)).toEqual(['host'])
    const [tls, ca] = configMapTargetRef
    expect(ca).toEqual({ parameter: 'ca', name: 'backend-ca', key: 'ca.crt' })
    expect(tls?.parameter).toBe('tls')
    const settings = ofKind(manifests, 'ConfigMap').find(({ metadata }) => metadata.name === tls?.name)
    expect(settings?.metadata.namespace).toBe(found?.metadata.namespace)
    expect(settings?.data?.[tls?.key ?? '']).toBe('enable')
  })

  it('lets no service reach the broker without TLS', () => {
    const connections = connectionsOf(manifests)
    expect(connections).toContain('appointments > rabbitmq:5671')
    expect(connections.filter((connection) => connection.endsWith(':5672'))).toEqual([])
  })
})
