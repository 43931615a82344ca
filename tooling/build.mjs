// Bundles a program of this repository: `node build.mjs <entry> [<entry> …]` writes dist/<name>.js for each.
// Packages of the repository go into the bundle, packages of npm stay outside.
import { build } from 'esbuild'

const externalPackages = {
  name: 'external-packages',
  setup({ onResolve }) {
    onResolve({ filter: /^[^./]/ }, ({ path, kind }) =>
      kind === 'entry-point' || path.startsWith('@appointments/') ? undefined : { path, external: true },
    )
  },
}

await build({
  entryPoints: process.argv.slice(2),
  outdir: 'dist',
  bundle: true,
  platform: 'node',
  target: 'node20',
  format: 'esm',
  sourcemap: true,
  plugins: [externalPackages],
  logLevel: 'warning',
})
