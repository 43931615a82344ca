import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { folderOf, ofKind, renderSite, type Manifest } from '../src/manifests.ts'
import { checked, isSkipped, rendered } from '../src/rendered.ts'

const services = ['appointments', 'availability', 'gateway', 'notifications', 'participants', 'web']

/** The services that are scaled, once for each autoscaler. */
const scaled = (manifests: readonly Manifest[]) =>
  [
    ...ofKind(manifests, 'HorizontalPodAutoscaler').map(({ spec }) => spec?.scaleTargetRef.name),
    ...ofKind(manifests, 'ScaledObject').map(({ spec }) => spec.scaleTargetRef.name),
  ].sort()

/** The objects of production with the component `hpa` in place of `keda`. */
async function renderWithoutKeda(): Promise<Manifest[]> {
  const production = await readFile(path.join(folderOf('production'), 'kustomization.yaml'), 'utf8')
  return renderSite((pathTo) =>
    production.replace('components/keda', 'components/hpa').replaceAll('../..', pathTo('.')),
  )
}

describe.skipIf(isSkipped)('autoscalers', () => {
  let withoutKeda: Manifest[]
  beforeAll(async () => {
    withoutKeda = await renderWithoutKeda()
  })

  it('scale each service of production', () => {
    expect(scaled(rendered.production)).toEqual(services)
  })

  it('scale each service of production without KEDA', () => {
    expect(ofKind(withoutKeda, 'ScaledObject')).toEqual([])
    expect(scaled(withoutKeda)).toEqual(services)
  })

  it.each(Object.entries(checked))('without KEDA satisfy the policy %s', (_name, policy) => {
    expect(policy(withoutKeda)).toEqual([])
  })
})
