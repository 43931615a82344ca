import type { BuildResult, Plugin } from 'esbuild'

export function bundle(
  entryPoints: string[],
  options?: { outdir?: string; plugins?: Plugin[] },
): Promise<BuildResult>
