import type { TestProject } from 'vitest/node'
import { RELEASE_BEFORE } from './release-before.ts'
import { releaseTree } from './release-tree.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** The tree of the built previous release; absent if the clone does not have its commit. */
    releaseBefore?: string
  }
}

/** Vitest's global set-up: builds the previous release, or reports that its commit is missing. */
export async function setup(project: TestProject): Promise<void> {
  const tree = await releaseTree(RELEASE_BEFORE)
  if (tree === undefined)
    console.log(`NOT RUN: the upgrade, because this clone lacks commit ${RELEASE_BEFORE}`)
  else project.provide('releaseBefore', tree)
}
