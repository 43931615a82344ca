import type { TestProject } from 'vitest/node'
import { decideBackends } from './backends.ts'
import type { Backends } from './backends.ts'

declare module 'vitest' {
  interface ProvidedContext {
    backends: Backends
  }
}

/** Vitest's global set-up: decides the servers once for the run, says which, and hands them to every test. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const { backends, summary, stop } = await decideBackends()
  console.log(summary)
  project.provide('backends', backends)
  return stop
}
