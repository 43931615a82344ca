import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import express from 'express'
import { build } from 'vite'
import { listen } from '@appointments/http'
import { documentOf } from '../build/document.mjs'
import { pseudoLanguages } from '../build/pseudo-languages.mjs'
import { viteSettings } from '../build/vite.mjs'
import { headersOf } from '../src/server/headers.ts'
import { languages } from '../src/server/routes.ts'

const folder = path.join(import.meta.dirname, '..')
const entry = 'gallery/main.tsx'

/** Builds the gallery and serves it at `/{language}`, with the headers of the pages. */
export async function startGallery() {
  const built = mkdtempSync(path.join(tmpdir(), 'gallery-'))
  const settings = viteSettings({ gallery: path.join(folder, entry) }, built)
  await build({ ...settings, plugins: [pseudoLanguages(), ...(settings.plugins ?? [])] })
  const manifest = JSON.parse(readFileSync(path.join(built, 'manifest.json'), 'utf8')) as object
  const app = express()
  for (const language of languages) {
    const document = documentOf({ name: 'manage', entry }, language, manifest)
      .replaceAll('%ROOT%', '')
      .replaceAll('%DEMO%', '')
      .replaceAll('%DESK%', 'off')
    app.get(`/${language}`, (_request, response) => {
      response
        .set({ ...headersOf('join'), ...headersOf('messages') })
        .type('html')
        .send(document)
    })
  }
  app.get('/dev/messages/:id/html', (_request, response) => {
    response.type('html').send('<p>Your appointment is booked.</p>')
  })
  app.get('/dev/logo.png', (_request, response) => {
    // one transparent pixel
    response
      .type('png')
      .send(
        Buffer.from(
          'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
          'base64',
        ),
      )
  })
  app.use(express.static(built))
  const server = await listen(app, { port: 0, host: '127.0.0.1' })
  return {
    url: server.url,
    async stop() {
      await server.stop()
      rmSync(built, { recursive: true, force: true })
    },
  }
}
