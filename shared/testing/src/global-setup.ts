import type { TestProject } from 'vitest/node'
import { decideBackends } from './backends.ts'
import type { Backends } from './backends.ts'

declare module 'vitest' {
  interface ProvidedContext {
    backends: Backends
  }
}

/** Vitest's global setup: chooses the servers once per run, prints them, and provides them to every test. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const { backends, summary, stop } = await decideBackends()
  console.log(summary)
  project.provide('backends', backends)
  return stop
}
