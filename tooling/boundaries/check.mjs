// Checks the imports between folders, and that every rule reports the fixture that breaks it, because a rule
// that matches nothing would always pass.
import { existsSync, readdirSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { cruise } from 'dependency-cruiser'
import extractTSConfig from 'dependency-cruiser/config-utl/extract-ts-config'
import { undeclaredImports } from './declared.mjs'

const { forbidden, options } = createRequire(import.meta.url)('../../.dependency-cruiser.cjs')

const isReachable = ({ to }) => to.reachable === true

/** The only folder that rules about reachability begin in. */
const BEGIN = 'services/gateway/src/'
if (!forbidden.filter(isReachable).every(({ from }) => from.path === BEGIN))
  throw new Error(`a rule about reachability begins outside ${BEGIN}`)

/**
 * Rules about reachability see run-time imports only; the others also see type imports.
 * @param begins the folders that rules about reachability begin in; the modules that these import are followed
 */
async function violations(folders, begins = folders) {
  const direct = await cruised(
    folders,
    forbidden.filter((rule) => !isReachable(rule)),
    options,
  )
  const loaded = await cruised(begins, forbidden.filter(isReachable), {
    ...options,
    tsPreCompilationDeps: false,
  })
  return { ...direct, violations: [...direct.violations, ...loaded.violations] }
}

async function cruised(folders, rules, how) {
  const settings = { ...how, ruleSet: { forbidden: rules }, validate: true }
  const { output } = await cruise(folders, settings, undefined, {
    tsConfig: extractTSConfig('tsconfig.json'),
  })
  return output.summary
}

const fixture = await violations(['tooling/boundaries/fixture'])
const broken = new Set(fixture.violations.map(({ rule }) => rule.name))
const silent = forbidden.map(({ name }) => name).filter((name) => !broken.has(name))
// the fixture imports a package of the repository and an npm package that its dependencies do not list
if (undeclaredImports(['tooling/boundaries/fixture/shared/undeclared']).length !== 2)
  silent.push('undeclared imports')
for (const name of silent) console.log(`rule ${name} does not reject its fixture`)

const project = await violations(['services', 'shared', 'deploy/local', 'e2e'], [BEGIN])
for (const { rule, from, to } of project.violations) console.log(`${rule.name}: ${from} → ${to}`)

const packages = ['services', 'shared']
  .flatMap((folder) => readdirSync(folder).map((name) => path.join(folder, name)))
  .filter((folder) => existsSync(path.join(folder, 'package.json')))
const undeclared = undeclaredImports(packages)
for (const line of undeclared) console.log(line)

console.log(
  `${project.totalCruised} modules, ${project.totalDependenciesCruised} arrows, ${forbidden.length} rules: ` +
    `${project.violations.length} violations`,
)
process.exitCode = silent.length + project.violations.length + undeclared.length > 0 ? 1 : 0
