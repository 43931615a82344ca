import path from 'node:path'
import { parsedMessages } from './messages.mjs'

const folder = path.join(import.meta.dirname, '..')

/**
 * The settings of Vite.
 * @param entries entry of the build → its file
 * @param outDir folder that is written
 */
export const viteSettings = (entries, outDir) => ({
  root: folder,
  configFile: false,
  base: './',
  publicDir: path.join(folder, 'public'),
  logLevel: 'warn',
  plugins: [parsedMessages()],
  resolve: {
    alias: [
      {
        find: /^@formatjs\/icu-messageformat-parser$/,
        replacement: '@formatjs/icu-messageformat-parser/no-parser.js',
      },
    ],
  },
  oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
  build: {
    outDir,
    emptyOutDir: true,
    manifest: 'manifest.json',
    assetsInlineLimit: 0,
    modulePreload: false,
    target: 'es2022',
    rollupOptions: {
      input: entries,
      // one file for everything that the customer pages share, instead of many small ones. The test room is not part of
      // it: it uses the storage of the tab, and most pages must not load code that uses storage
      output: {
        codeSplitting: {
          groups: [
            {
              name: 'shared',
              test: /node_modules|src\/(ui|text|api)\/|src\/customer\/(?!test-room)[^/]+$/,
              minShareCount: 2,
            },
          ],
        },
      },
    },
  },
})
