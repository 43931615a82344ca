// Checks the OpenAPI documents of docs/api with Spectral: the complete document against document.yaml, and
// the parts that clients send against requests.yaml. Fails on the first finding.
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'

const here = import.meta.dirname
const root = path.join(here, '../..')
const spectral = path.join(root, 'node_modules/@stoplight/spectral-cli/dist/index.js')
const folder = mkdtempSync(path.join(tmpdir(), 'api-lint-'))

const documents = ['openapi-v1.json', 'openapi-v2.json'].map((file) => path.join(root, 'docs/api', file))
const views = documents.map((file) => {
  const view = path.join(folder, path.basename(file))
  writeFileSync(view, JSON.stringify(requestsOf(JSON.parse(readFileSync(file, 'utf8')))))
  return view
})
const findings = lint('document.yaml', documents) + lint('requests.yaml', views)
rmSync(folder, { recursive: true })
process.exitCode = findings === 0 ? 0 : 1

/** Runs Spectral and prints its findings. */
function lint(ruleset, files) {
  const args = ['lint', '--ruleset', path.join(here, ruleset), '--fail-severity', 'warn', ...files]
  // by default, a program that prints more than a megabyte is killed, and a killed one has no status
  const { status, stdout, stderr } = spawnSync(process.execPath, [spectral, ...args], {
    encoding: 'utf8',
    maxBuffer: 256 * 1024 * 1024,
  })
  console.log(`${ruleset}:\n${stdout}${stderr}`)
  return status ?? 1
}

/** The part of a document that clients send: parameters, bodies and the schemas they use. */
function requestsOf({ openapi, info, paths, components }) {
  const sent = Object.fromEntries(
    Object.entries(paths).map(([address, item]) => [
      address,
      Object.fromEntries(
        Object.entries(item).map(([method, { parameters, requestBody }]) => [
          method,
          { parameters, ...(requestBody && { requestBody }), responses: {} },
        ]),
      ),
    ]),
  )
  const used = { schemas: {}, parameters: {} }
  const follow = (value) => {
    if (Array.isArray(value)) return value.forEach(follow)
    if (typeof value !== 'object' || value === null) return
    const [, kind, name] = /^#\/components\/(schemas|parameters)\/(.+)$/.exec(value.$ref ?? '') ?? []
    if (name !== undefined && !(name in used[kind])) {
      used[kind][name] = components[kind][name]
      follow(used[kind][name])
    }
    Object.values(value).forEach(follow)
  }
  follow(sent)
  return { openapi, info, paths: sent, components: used }
}
