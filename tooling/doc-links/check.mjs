// Checks the relative links of every Markdown file, and pages that source comments name from the root, such
// as `docs/contract/times.md#instants`: the file or folder must exist, and for Markdown files also the
// heading of the anchor. Links to the web are not checked. The argument can name another folder than this
// project's.
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import path from 'node:path'

const root = path.resolve(process.argv[2] ?? path.join(import.meta.dirname, '../..'))
const IGNORED = new Set(['node_modules', 'dist', '.git', '.data', '.turbo', '.bench', 'output'])

const NAMED_PAGE = /(?<![\w./-])docs\/(?:contract|decisions)\/[\w-]+\.md(?:#[\w-]+)?/g

const pages = filesIn(root, ['.md'])
const faults = [
  ...pages.flatMap((page) => faultsOf(page, linksOf(readFileSync(page, 'utf8')), path.dirname(page))),
  ...filesIn(root, ['.ts', '.mjs', '.yaml', '.sql']).flatMap((file) =>
    faultsOf(file, readFileSync(file, 'utf8').match(NAMED_PAGE) ?? [], root),
  ),
]
for (const fault of faults) console.log(fault)
console.log(`${pages.length} pages, ${faults.length} broken links`)
process.exitCode = faults.length > 0 ? 1 : 0

function filesIn(folder, extensions) {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    if (IGNORED.has(entry.name)) return []
    const found = path.join(folder, entry.name)
    if (entry.isDirectory()) return filesIn(found, extensions)
    return extensions.includes(path.extname(entry.name)) ? [found] : []
  })
}

/** The broken links of a file, resolved from a folder. */
function faultsOf(file, links, folder) {
  return links.flatMap((link) => {
    const fault = faultOf(file, link, folder)
    return fault === undefined ? [] : [`${path.relative(root, file)}: ${link} ${fault}`]
  })
}

/** Text without code, in which brackets are not links. */
function withoutCode(text) {
  return text.replaceAll(/^(?<fence> *```).*?^ *```/gms, '').replaceAll(/`[^`\n]*`/g, '')
}

function linksOf(text) {
  return [...withoutCode(text).matchAll(/\]\(([^)\s]+)\)/g)]
    .map(([, link]) => link)
    .filter((link) => !/^[a-z]+:/i.test(link))
}

function faultOf(page, link, folder) {
  const [file, anchor] = link.split('#')
  const target = file === '' ? page : path.resolve(folder, decodeURIComponent(file))
  if (!existsSync(target)) return 'leads to no file'
  if (anchor === undefined || statSync(target).isDirectory() || !target.endsWith('.md')) return undefined
  return anchorsOf(readFileSync(target, 'utf8')).has(decodeURIComponent(anchor))
    ? undefined
    : 'leads to no heading'
}

/** The anchors of headings in GitHub's format: a repeated one gets a number. */
function anchorsOf(text) {
  const counts = new Map()
  const headings = text.replaceAll(/^(?<fence> *```).*?^ *```/gms, '').matchAll(/^#{1,6} +(.+?)\s*$/gm)
  return new Set(
    [...headings].map(([, heading]) => {
      const slug = slugOf(heading)
      const count = counts.get(slug) ?? 0
      counts.set(slug, count + 1)
      return count === 0 ? slug : `${slug}-${count}`
    }),
  )
}

function slugOf(heading) {
  return heading
    .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
    .replaceAll(' ', '-')
}
