import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { AxeResults } from 'axe-core'
import { evaluate, type Page } from './browser.ts'

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

const RUN = `axe.run(document, { iframes: false, resultTypes: ['violations'], runOnly: [
  'wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'
] }).then(({ violations }) => violations)`

/** The violations of WCAG 2.2 AA and best practice that axe-core finds on a page, one text for each element. */
export async function accessibilityFaults(page: Page): Promise<string[]> {
  if (!(await evaluate<boolean>(page, 'typeof axe === "object"'))) await evaluate(page, `${axe};undefined`)
  const violations = await evaluate<AxeResults['violations']>(page, RUN)
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${id}: ${html} ${failureSummary ?? ''}`),
  )
}
