import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'

const IMPORTED = /(?:from|import)\s*\(?\s*'(@appointments\/[a-z-]+)/g
const isSource = (file) => file.endsWith('.ts') && !file.endsWith('.test.ts')

/**
 * Imports of workspace packages that the importing package does not declare. They resolve here, where all
 * packages are linked, but not in an image, which has only the declared ones.
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
      .filter((other) => other !== name && !(other in dependencies))
      .map((other) => `${name} imports ${other} without declaring it`)
  })
}
