import { readFileSync } from 'node:fs'
import ts from 'typescript'

/**
 * Titles of the tests of a file, each with the titles of the surrounding describes, outermost first. Skipped
 * tests are omitted.
 */
export function titlesOf(file: string): string[][] {
  const found: string[][] = []
  const visit = (node: ts.Node, around: string[]): void => {
    const visitChildren = (titles: string[]) => {
      ts.forEachChild(node, (child) => {
        visit(child, titles)
      })
    }
    if (!ts.isCallExpression(node)) {
      visitChildren(around)
      return
    }
    const words = calleeOf(node.expression)
    const [title] = node.arguments
    const isTest = /^(describe|it|test)$/.test(words[0] ?? '')
    if (isTest && words.some((word) => ['skip', 'todo', 'skipIf', 'runIf'].includes(word))) return
    if (!isTest || !title || !ts.isStringLiteralLike(title)) {
      visitChildren(around)
      return
    }
    const here = [...around, title.text]
    found.push(here)
    visitChildren(here)
  }
  visit(ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.Latest), [])
  return found
}

/** The names in a callee: `it.each([…])` is `it`, `each`. */
function calleeOf(node: ts.Node): string[] {
  if (ts.isIdentifier(node)) return [node.text]
  if (ts.isPropertyAccessExpression(node)) return [...calleeOf(node.expression), node.name.text]
  if (ts.isCallExpression(node)) return calleeOf(node.expression)
  if (ts.isTaggedTemplateExpression(node)) return calleeOf(node.tag)
  return []
}
