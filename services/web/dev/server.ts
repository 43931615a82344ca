import express from 'express'
import { createServer, type Connect, type ViteDevServer } from 'vite'
import { expressPath, withLiteralEscapes } from '@appointments/http'
import { documentOf, pages as sources } from '../build/document.mjs'
import { viteSettings } from '../build/vite.mjs'
import { languages, pages, pathsOf, type Page } from '../src/server/routes.ts'

interface Settings {
  /** The system whose API the pages use. */
  gatewayUrl: string
  /** 0 for a free port. */
  port: number
}

/** Starts a server that compiles pages on request, in front of a running system. */
export async function startDevServer({ gatewayUrl, port }: Settings): Promise<ViteDevServer> {
  const entries = Object.fromEntries(sources.map(({ name, entry }) => [name, entry]))
  const { build: _, ...settings } = viteSettings(entries, '')
  const proxied = [
    '/api',
    '/security',
    '/brand',
    '/unsubscribe',
    '/dev/messages',
    '/docs',
    '/openapi',
    '/desk/config.json',
  ]
  const server = await createServer({
    ...settings,
    appType: 'custom',
    base: '/',
    server: {
      host: '127.0.0.1',
      port,
      strictPort: port !== 0,
      // the address of a page is also that of its data
      proxy: Object.fromEntries(
        proxied.map((path) => [
          path,
          {
            target: gatewayUrl,
            bypass: ({ method, headers, url }) => (isPage(method, headers.accept, url) ? url : undefined),
          },
        ]),
      ),
    },
    plugins: [...(settings.plugins ?? []), documents()],
  })
  return server.listen()
}

const isPage = (method = 'GET', accept = '', url = '/') =>
  method === 'GET' &&
  accept.includes('text/html') &&
  /^\/(unsubscribe\/[^/]+|dev\/messages)(\?.*)?$/.test(url)

/** A plugin that serves the documents of all pages, with their sources as scripts. */
const documents = () => ({
  name: 'documents',
  configureServer(server: ViteDevServer) {
    const app = express()
    for (const page of pages) for (const path of pathsOf(page)) app.get(expressPath(path), show(server, page))
    server.middlewares.use(withLiteralEscapes(app) as Connect.NextHandleFunction)
  },
})

const show =
  (server: ViteDevServer, page: Page): express.RequestHandler =>
  async (request, response) => {
    const source = sources.find(({ name }) => name === page)
    if (!source) throw new Error(`${page} has no source`)
    const language = request.acceptsLanguages(...languages) || 'en'
    const document = documentOf(source, language, { [source.entry]: { file: source.entry } })
      .replaceAll('%ROOT%', '')
      .replaceAll('%VIEWER%', 'on')
      .replaceAll('%DEMO%', 'advice')
      .replaceAll('%DESK%', 'on')
    response.type('html').send(await server.transformIndexHtml(request.url, document))
  }
