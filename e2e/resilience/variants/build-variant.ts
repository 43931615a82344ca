import { readFile } from 'node:fs/promises'
import { symlinkSync } from 'node:fs'
import path from 'node:path'
import type { Plugin } from 'esbuild'
import { bundle } from '../../../tooling/bundle.mjs'
import { REPOSITORY } from '../../src/repository.ts'
import { services } from '../../src/service-names.ts'

/** A piece of a source file that is replaced. */
export interface Patch {
  /** Path from the root of the repository. */
  file: string
  replace: string
  by: string
}

/**
 * Builds the services with pieces of their source replaced; the repository is not changed.
 * @param folder becomes a tree with `services/<service>/dist/main.js`
 * @throws Error if a piece is not in its file exactly once, or its file in no service
 */
export async function buildVariant(folder: string, patches: readonly Patch[]): Promise<void> {
  const applied = new Set<Patch>()
  const patching: Plugin = {
    name: 'patching',
    setup(build) {
      for (const file of new Set(patches.map((patch) => patch.file))) {
        const whole = path.join(REPOSITORY, file)
        build.onLoad(
          { filter: new RegExp(`^${whole.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')}$`) },
          async () => {
            let contents = await readFile(whole, 'utf8')
            for (const patch of patches.filter((one) => one.file === file)) {
              if (contents.split(patch.replace).length !== 2)
                throw new Error(`${file} does not contain exactly once: ${patch.replace}`)
              contents = contents.replace(patch.replace, () => patch.by)
              applied.add(patch)
            }
            return { contents, loader: 'ts' }
          },
        )
      }
    },
  }
  for (const service of services)
    await bundle([path.join(REPOSITORY, `services/${service}/src/main.ts`)], {
      outdir: path.join(folder, `services/${service}/dist`),
      plugins: [patching],
    })
  const unused = patches.find((patch) => !applied.has(patch))
  if (unused) throw new Error(`${unused.file} belongs to no service`)
  // packages outside the bundles are resolved from the installed ones
  symlinkSync(path.join(REPOSITORY, 'node_modules'), path.join(folder, 'node_modules'))
}
