import { respondingPaths } from './responding-paths.ts'
import { folderOf, hasKubectl, overlays, render, type Manifest } from './manifests.ts'
import { podsOf } from './pods.ts'
import { policies } from './policies.ts'

/** Whether tests skip rendering: on a machine without kubectl, unless real back ends are required. */
export const isSkipped = !(await hasKubectl) && process.env.REQUIRE_REAL_BACKENDS !== '1'
if (isSkipped) console.warn('skipped: no kubectl renders the manifests')

/** The objects of each overlay. */
export const rendered = isSkipped
  ? { local: [], production: [] }
  : (Object.fromEntries(
      await Promise.all(overlays.map(async (overlay) => [overlay, await render(folderOf(overlay))] as const)),
    ) as Record<(typeof overlays)[number], Manifest[]>)

const probed = (manifests: readonly Manifest[]) =>
  podsOf(manifests).flatMap(({ spec }) =>
    spec.containers.flatMap(({ startupProbe, livenessProbe, readinessProbe }) =>
      [startupProbe, livenessProbe, readinessProbe].flatMap((probe) => probe?.httpGet?.path ?? []),
    ),
  )
const responding = await respondingPaths([
  ...new Set(overlays.flatMap((overlay) => probed(rendered[overlay]))),
])

/** The policies, with the paths to which the services respond. */
export const checked = policies((path) => responding.includes(path))
