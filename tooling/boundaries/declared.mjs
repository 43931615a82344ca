import { readdirSync, readFileSync } from 'node:fs'
import { isBuiltin } from 'node:module'
import path from 'node:path'

/** An import that remains after compilation, with the package it names. */
const IMPORTED =
  /(?:^(?:import|export)\s+(?!type\b)(?:[^'";]*?\sfrom\s+)?|\bimport\()'((?:@[\w-]+\/)?[\w-][\w.-]*)(?:\/[^']*)?'/gm
const isSource = (file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$/.test(file)

/**
 * Imports of packages that the importing package does not list in its `dependencies`. They resolve in the
 * repository, because the packages of all workspaces are installed, but not in an image, which has only the
 * listed ones.
 * @returns one line for each package and import
 */
export function undeclaredImports(folders) {
  return folders.flatMap((folder) => {
    const { name, dependencies = {} } = JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8'))
    const sources = readdirSync(path.join(folder, 'src'), { recursive: true }).filter(isSource)
    const imported = sources.flatMap((file) =>
      [...readFileSync(path.join(folder, 'src', file), 'utf8').matchAll(IMPORTED)].map(([, other]) => other),
    )
    return [...new Set(imported)]
      .filter((other) => other !== name && !isBuiltin(other) && !(other in dependencies))
      .map((other) => `${name} imports ${other}, which its dependencies do not list`)
  })
}
