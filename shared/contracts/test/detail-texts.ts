import ts from 'typescript'

/** Functions whose text arguments reach clients. */
const MAKERS = new Set(['problem', 'unauthorized', 'malformed', 'incomplete', 'fault'])

/** Properties and parameters that hold the text of a problem or of one of its faults. */
const FIELDS = new Set(['detail', 'message'])

/** A text for clients in a source file. */
export interface DetailText {
  line: number
  /** Template parts are joined by a placeholder, `x`. */
  text: string
}

/** All texts of a source file that end up in the `detail` of a problem or the `message` of a fault. */
export function detailTextsOf(fileName: string, content: string): DetailText[] {
  const source = ts.createSourceFile(fileName, content, ts.ScriptTarget.Latest, true)
  const constants = new Map<string, ts.Expression>()
  const found = new Map<number, DetailText>()
  const note = (node: ts.Node, text: string) => {
    const line = source.getLineAndCharacterOfPosition(node.getStart(source)).line + 1
    found.set(node.pos, { line, text })
  }
  /** Collects every text that an expression can evaluate to; an identifier is followed to its constant. */
  const collect = (node: ts.Node): void => {
    if (ts.isStringLiteralLike(node)) note(node, node.text)
    else if (ts.isTemplateExpression(node)) {
      note(node, [node.head.text, ...node.templateSpans.map(({ literal }) => literal.text)].join('x'))
      node.templateSpans.forEach(({ expression }) => {
        collect(expression)
      })
    } else if (ts.isIdentifier(node)) {
      const constant = constants.get(node.text)
      constants.delete(node.text)
      if (constant) collect(constant)
    } else if (ts.isConditionalExpression(node)) {
      collect(node.whenTrue)
      collect(node.whenFalse)
    } else if (ts.isBinaryExpression(node)) {
      collect(node.left)
      collect(node.right)
    } else if (ts.isParenthesizedExpression(node)) collect(node.expression)
  }
  const gather = (node: ts.Node): void => {
    if (ts.isVariableDeclaration(node) && ts.isIdentifier(node.name) && node.initializer)
      constants.set(node.name.text, node.initializer)
    ts.forEachChild(node, gather)
  }
  const visit = (node: ts.Node): void => {
    if (ts.isCallExpression(node) && ts.isIdentifier(node.expression) && MAKERS.has(node.expression.text)) {
      const [first, ...others] = node.arguments
      if (others.length > 0) others.forEach(collect)
      else if (first && node.expression.text !== 'problem') collect(first)
    }
    const isField =
      (ts.isPropertyAssignment(node) || ts.isParameter(node) || ts.isVariableDeclaration(node)) &&
      ts.isIdentifier(node.name) &&
      FIELDS.has(node.name.text)
    if (isField && node.initializer) collect(node.initializer)
    ts.forEachChild(node, visit)
  }
  gather(source)
  visit(source)
  return [...found.values()]
}
