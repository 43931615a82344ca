// Builds the pages: files with a hash in their name, and one document for each page and language.
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { build as bundle } from 'esbuild'
import { build } from 'vite'
import { documentOf, pages } from './document.mjs'
import { languages } from './messages.mjs'
import { viteSettings } from './vite.mjs'

const folder = path.join(import.meta.dirname, '..')
const site = path.join(folder, 'dist/site')

const entries = Object.fromEntries(pages.map(({ name, entry }) => [name, path.join(folder, entry)]))
await build(viteSettings(entries, site))

const manifest = JSON.parse(readFileSync(path.join(site, 'manifest.json'), 'utf8'))
rmSync(path.join(site, 'manifest.json'))
mkdirSync(path.join(site, 'pages'), { recursive: true })
for (const page of pages)
  for (const language of languages)
    writeFileSync(
      path.join(site, 'pages', `${page.name}.${language}.html`),
      documentOf(page, language, manifest),
    )

for (const file of readdirSync(path.join(site, 'assets'))) {
  const content = readFileSync(path.join(site, 'assets', file))
  writeFileSync(path.join(site, 'assets', `${file}.br`), brotliCompressSync(content))
  writeFileSync(path.join(site, 'assets', `${file}.gz`), gzipSync(content))
}

// other sites load it by this name
await bundle({
  entryPoints: [path.join(folder, 'src/embed/embed.ts')],
  outfile: path.join(site, 'embed.js'),
  bundle: true,
  minify: true,
  format: 'iife',
  target: 'es2022',
})
