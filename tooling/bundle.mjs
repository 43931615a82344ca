import { build } from 'esbuild'

const externalPackages = {
  name: 'external-packages',
  setup({ onResolve }) {
    onResolve({ filter: /^[^./]/ }, ({ path, kind }) =>
      kind === 'entry-point' || path.startsWith('@appointments/') ? undefined : { path, external: true },
    )
  },
}

/** Bundles programs: packages of the repository are included, npm packages are not. */
export const bundle = (entryPoints, { outdir = 'dist', plugins = [] } = {}) =>
  build({
    entryPoints,
    outdir,
    bundle: true,
    platform: 'node',
    target: 'node20',
    format: 'esm',
    sourcemap: true,
    plugins: [externalPackages, ...plugins],
    logLevel: 'warning',
  })
