// Bundles a program of this repository: `node build.mjs <entry> [<entry> …]` writes dist/<name>.js for each.
import { bundle } from './bundle.mjs'

await bundle(process.argv.slice(2))
