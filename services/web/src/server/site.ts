import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import type { Language, Page } from './routes.ts'

// located through the package, because a bundle does not lie next to its sources
const ownPackage = createRequire(import.meta.url).resolve('@appointments/web-service/package.json')

/** The folder that `npm run build` writes. */
export const siteFolder = path.join(path.dirname(ownPackage), 'dist/site')

/** What pages of one installation have in common; scripts read it from the root element. */
export interface SiteSettings {
  /** Path of the public URL, without a trailing slash. */
  root: string
  /** Whether the message viewer is served. */
  viewer: boolean
  /** Application whose booking page the start page links to. */
  demo?: string | undefined
  /** Whether the start page links to the desk. */
  desk?: boolean
}

/** A page in one language, ready to be sent. */
export interface Document {
  tag: string
  identity: Buffer
  br: Buffer
  gzip: Buffer
}

/**
 * Reads a built page and completes it for this installation.
 * @throws Error if the pages have not been built
 */
export function readDocument(
  page: Page,
  language: Language,
  { root, viewer, demo = '', desk = false }: SiteSettings,
  folder = siteFolder,
): Document {
  const built = readFileSync(path.join(folder, `pages/${page}.${language}.html`), 'utf8')
  const complete = built
    .replaceAll('%ROOT%', encodeURI(root))
    .replaceAll('%VIEWER%', viewer ? 'on' : 'off')
    .replaceAll('%DEMO%', encodeURIComponent(demo))
    .replaceAll('%DESK%', desk ? 'on' : 'off')
  return encoded(Buffer.from(complete))
}

/** Reads a file of the build that is the same for every installation. @throws Error if the pages have not been built */
export const readFile = (name: string, folder = siteFolder): Document =>
  encoded(readFileSync(path.join(folder, name)))

const encoded = (identity: Buffer): Document => ({
  tag: `"${createHash('sha256').update(identity).digest('base64url')}"`,
  identity,
  br: brotliCompressSync(identity),
  gzip: gzipSync(identity),
})
