import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { folderOf, ofKind, render, type Manifest } from '../src/manifests.ts'
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
  const production = folderOf('production')
  const site = await mkdtemp(path.join(tmpdir(), 'site-'))
  try {
    const kustomization = await readFile(path.join(production, 'kustomization.yaml'), 'utf8')
    await writeFile(
      path.join(site, 'kustomization.yaml'),
      kustomization
        .replace('components/keda', 'components/hpa')
        .replaceAll('../..', path.relative(site, path.resolve(production, '../..'))),
    )
    return await render(site)
  } finally {
    await rm(site, { recursive: true })
  }
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
