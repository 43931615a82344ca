import type { TestProject } from 'vitest/node'
import { RELEASE_BEFORE } from './release-before.ts'
import { releaseTree } from './release-tree.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** The built release before; absent where the clone does not have its commit. */
    releaseBefore?: string
  }
}

/** Vitest's global set-up: has the release before built, or says that it is not there. */
export async function setup(project: TestProject): Promise<void> {
  const tree = await releaseTree(RELEASE_BEFORE)
  if (tree === undefined)
    console.log(`NOT RUN: the upgrade, because this clone lacks commit ${RELEASE_BEFORE}`)
  else project.provide('releaseBefore', tree)
}
