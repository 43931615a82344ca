import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { parseAllDocuments } from 'yaml'
import type { Kinds } from './models.ts'

const run = promisify(execFile)

/** An object of the cluster, as applied. */
export interface Manifest {
  apiVersion: string
  kind: string
  metadata: { name: string; namespace?: string; labels?: Record<string, string> }
}

/** The overlays of this repository. */
export const overlays = ['local', 'production'] as const

/** Whether `kubectl` is installed, which renders the overlays. */
export const hasKubectl: Promise<boolean> = run('kubectl', ['version', '--client']).then(
  () => true,
  () => false,
)

/** The folder of an overlay. */
export const folderOf = (overlay: (typeof overlays)[number]): string =>
  fileURLToPath(new URL(`../../overlays/${overlay}`, import.meta.url))

/** The objects that `kubectl apply -k` would apply. */
export async function render(folder: string): Promise<Manifest[]> {
  const { stdout } = await run('kubectl', ['kustomize', folder], { maxBuffer: 16 * 1024 * 1024 })
  const manifests = parseAllDocuments(stdout).map((document) => document.toJS() as Manifest)
  // kustomize breaks long values into lines, which a server joins
  for (const { data = {} } of ofKind(manifests, 'Secret'))
    for (const [key, value] of Object.entries(data)) data[key] = value.replaceAll('\n', '')
  return manifests
}

/**
 * The objects of a site outside this repository.
 * @param write returns the content of the site's `kustomization.yaml`; its argument converts a folder below `deploy` to
 *   a path relative to the site
 */
export async function renderSite(write: (pathTo: (folder: string) => string) => string): Promise<Manifest[]> {
  const site = await mkdtemp(path.join(tmpdir(), 'site-'))
  const deploy = fileURLToPath(new URL('../..', import.meta.url))
  try {
    const content = write((folder) => path.relative(site, path.join(deploy, folder)))
    await writeFile(path.join(site, 'kustomization.yaml'), content)
    return await render(site)
  } finally {
    await rm(site, { recursive: true })
  }
}

/** The objects of one kind. */
export const ofKind = <Kind extends keyof Kinds>(manifests: readonly Manifest[], kind: Kind) =>
  manifests.filter((one) => one.kind === kind) as (Kinds[Kind] & Manifest)[]
