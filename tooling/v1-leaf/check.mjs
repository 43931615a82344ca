// Proves that v1 can be removed: compiles services and shared packages, without their tests, in a copy
// without v1. v1 consists of each folder `v1/`, each `http/v1.ts`, and its lines in the files that list the
// versions.
import { spawnSync } from 'node:child_process'
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  readlinkSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'

const OF_V1 = /\/src\/(.+\/)?v1$|\/src\/http\/v1\.ts$/
const LISTS = /\/src\/versions\.ts$|\/src\/http\/index\.ts$/
const NAMES_V1 = /\b(v1|serveV1)\b/

/** A file that needs v1: its error proves that the compiler reads the copy, and that v1 is gone. */
const PROBE = 'shared/contracts/src/probe.ts'

const root = path.join(import.meta.dirname, '../..')
const copy = mkdtempSync(path.join(tmpdir(), 'without-v1-'))
const inRoot = (name) => path.join(root, name)
const inCopy = (name) => path.join(copy, name)

try {
  copySources()
  const sources = ['services', 'shared'].flatMap((folder) =>
    readdirSync(inCopy(folder), { recursive: true, encoding: 'utf8' }).map((name) => `${folder}/${name}`),
  )
  const removed = sources.filter((name) => OF_V1.test(name))
  for (const name of removed) rmSync(inCopy(name), { recursive: true })
  const lists = sources.filter((name) => LISTS.test(name) && existsSync(inCopy(name)) && dropV1(name))
  linkPackages()
  writeFileSync(inCopy(PROBE), "import './v1/index.ts'\n")

  const { stdout } = spawnSync(inRoot('node_modules/.bin/tsc'), ['-p', '.'], { cwd: copy, encoding: 'utf8' })
  const errors = stdout.split('\n').filter((line) => line.includes('error TS'))
  const broken = errors.filter((line) => !line.startsWith(PROBE))
  for (const line of broken) console.log(line)
  if (broken.length === errors.length) console.log(`no error in ${PROBE}, which needs v1\n${stdout}`)
  console.log(
    `without ${removed.length} folders and files of v1 and a line in ${lists.length} lists: ${broken.length} errors`,
  )
  process.exitCode = broken.length === 0 && errors.length > 0 ? 0 : 1
} finally {
  rmSync(copy, { recursive: true })
}

function copySources() {
  const isSource = (from) => !['node_modules', 'dist', 'test', '.turbo'].includes(path.basename(from))
  for (const folder of ['services', 'shared'])
    cpSync(inRoot(folder), inCopy(folder), { recursive: true, filter: isSource })
  cpSync(inRoot('tsconfig.base.json'), inCopy('tsconfig.base.json'))
  const include = ['services/*/src', 'shared/*/src']
  // the pages have compiler settings of their own; a boundary rule keeps v1 out of them
  const exclude = ['**/*.test.ts', 'services/web']
  const config = { extends: './tsconfig.base.json', include, exclude }
  writeFileSync(inCopy('tsconfig.json'), JSON.stringify(config))
}

/**
 * Links the installed packages; links between this project's packages lead into the copy, because they are
 * relative.
 */
function linkPackages() {
  const own = 'node_modules/@appointments'
  mkdirSync(inCopy(own), { recursive: true })
  for (const name of readdirSync(inRoot(own)))
    symlinkSync(readlinkSync(inRoot(`${own}/${name}`)), inCopy(`${own}/${name}`))
  const nested = ['services', 'shared'].flatMap((folder) =>
    readdirSync(inRoot(folder)).map((name) => `${folder}/${name}/node_modules`),
  )
  const others = readdirSync(inRoot('node_modules'))
    .filter((name) => name !== '@appointments')
    .map((name) => `node_modules/${name}`)
  for (const name of [...others, ...nested.filter((name) => existsSync(inRoot(name)))])
    symlinkSync(inRoot(name), inCopy(name))
}

/** Removes the lines of a list that name v1. Returns whether there were any. */
function dropV1(name) {
  const lines = readFileSync(inCopy(name), 'utf8').split('\n')
  const others = lines.filter((line) => !NAMES_V1.test(line))
  writeFileSync(inCopy(name), others.join('\n'))
  return others.length < lines.length
}
