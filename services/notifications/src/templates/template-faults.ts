import Handlebars from 'handlebars'
import { templateValues } from '@appointments/contracts'

const known: ReadonlySet<string> = new Set(templateValues)

/**
 * Lists the faults of a custom text. It may contain text and `{{value}}`, but no conditions, loops, helper calls or
 * nested paths.
 */
export function templateFaults(text: string): string[] {
  let program: hbs.AST.Program
  try {
    program = Handlebars.parse(text)
  } catch (error) {
    const line = /\bline (\d+)/.exec((error as Error).message)?.[1]
    return [line === undefined ? 'is not a template' : `is not a template: line ${line} cannot be parsed`]
  }
  return program.body.flatMap(faultsOf)
}

function faultsOf(statement: hbs.AST.Statement): string[] {
  if (statement.type === 'ContentStatement' || statement.type === 'CommentStatement') return []
  if (statement.type !== 'MustacheStatement') return ['must contain only text and {{value}}']
  const { path, params, hash, escaped } = statement as hbs.AST.MustacheStatement
  const name = 'original' in path ? path.original : path.type
  // the type says hash is always set, but the parser may leave it out
  if (params.length > 0 || (hash as hbs.AST.Hash | undefined)?.pairs.length)
    return [`must not call a helper: {{${name} …}}`]
  if (path.type !== 'PathExpression' || !known.has(name) || isReaching(path as hbs.AST.PathExpression))
    return [`must not use {{${name}}}: the values are ${templateValues.join(', ')}`]
  return escaped ? [] : [`must be written {{${name}}}: values are escaped where needed`]
}

const isReaching = ({ data, depth, parts }: hbs.AST.PathExpression) => data || depth > 0 || parts.length !== 1
