// Lists comments, test titles and English texts of pages, mails and SMS with phrases that are hard to read, and fails
// if there are more than allowed. `npm run prose` checks everything; `npm run prose -- services/gateway` only one folder.
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import ts from 'typescript'

/** Maximum number of texts that may stay because the phrase is the best choice. */
const ALLOWED = 6

/** A phrase, and the advice for replacing it. */
const turns = [
  [/\b(nobody|somebody|whoever|whomever)\b/i, 'name the client, caller, sender or receiver'],
  [
    /\b(is|are|was|were|been|be|gets?) (told|heard)\b|\b(hears?|heard of|heard from|unheard)\b/i,
    'is informed, receives',
  ],
  [/\bin vain\b/i, 'without success, or what failed'],
  [/\b(given|gives?|give|giving|gave) back\b/i, 'released, returned'],
  [/\bas (many|much|few) as (may|are|there|can|it|they)\b/i, 'up to a limit, the limit is reached'],
  [
    /\bwhere (it|there|that|this|these|those|they|one|none|no|an?|the|its|both|neither|either|nothing|something|not)\b/i,
    'if, when',
  ],
  [
    /(^|[.;:,(] |\b(of|for|with|from|by|to|at|on|in|about|keeps?|says?|shows?|knows?|reads?|sends?|that) )what (is|was|are|were|it|they|has|had|a|an|the|comes?|came|goes|went|stands?|stood|follows?|cannot|can|may|must|would|this|that|other|such)\b/i,
    'name the thing',
  ],
  [/\brefusals?\b/i, 'error, rejection'],
  [/\b(is|are) nobody's\b|\bof its own accord\b/i, 'name who'],
  [/, for (it|they|this|that|these|those|no|nothing|there|its|their|he|she|we)\b/i, 'because, since'],
  [/\bwell and\b|\ball is well\b|\bstands? (there|as it|still)\b/i, 'say it plainly'],
  [
    /\b(the|an|its|their|this|that|each|every|no|one|of) answers?\b|\banswers? (of|to|that|is|are|with|as)\b|\b(is|are|was|were|be|been) answered\b/i,
    'response, respond',
  ],
  [/\b(tells?|told) (it|them|the|of|that|whether|who|how|which|apart)\b/i, 'shows, reports'],
  [
    /\bhas it that\b|\bso long as\b|\bat the hand of\b|\bthereof\b|\bwhereof\b|\bhitherto\b|\bthither\b/i,
    'say it plainly',
  ],
]

const folders = process.argv.slice(2)
const files = execFileSync(
  'git',
  ['ls-files', '-co', '--exclude-standard', ...(folders.length ? folders : ['.'])],
  {
    encoding: 'utf8',
  },
)
  .split('\n')
  .filter((file) => /\.(tsx?|mjs|js|cjs)$/.test(file) || isOfMessages(file))
  .filter((file) => !file.startsWith('tooling/prose/'))

/** Whether every string of a file is a text for people. */
function isOfMessages(file) {
  return /^services\/(web\/messages|notifications\/src\/templates)\/en\//.test(file)
}

/** Comments of a file, with adjacent line comments joined, titles of its tests and its messages, each with its line. */
function textsOf(file) {
  const text = readFileSync(file, 'utf8')
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true)
  const lineAt = (position) => source.getLineAndCharacterOfPosition(position).line + 1
  const texts = []
  const seen = new Set()
  const note = ({ pos, end, kind }) => {
    if (seen.has(pos)) return
    seen.add(pos)
    const words = text
      .slice(pos, end)
      .replace(/^\/\*+|\*\/$|^\/\/+/g, '')
      .replace(/^\s*\* ?/gm, '')
      .trim()
    const last = texts.at(-1)
    const isNextLine =
      kind === ts.SyntaxKind.SingleLineCommentTrivia && last?.end === lineAt(pos) - 1 && last.isLine
    if (isNextLine) {
      last.words += ` ${words}`
      last.end = lineAt(pos)
    } else {
      texts.push({
        line: lineAt(pos),
        end: lineAt(end),
        words,
        kind: 'comment',
        isLine: kind === ts.SyntaxKind.SingleLineCommentTrivia,
      })
    }
  }
  const visit = (node) => {
    for (const range of ts.getLeadingCommentRanges(text, node.getFullStart()) ?? []) note(range)
    for (const range of ts.getTrailingCommentRanges(text, node.getEnd()) ?? []) note(range)
    if (ts.isCallExpression(node) && /^(describe|it|test)\b/.test(node.expression.getText(source))) {
      const [title] = node.arguments
      if (title && ts.isStringLiteralLike(title))
        texts.push({ line: lineAt(title.pos), end: 0, words: title.text, kind: 'title' })
    }
    if (isOfMessages(file) && ts.isPropertyAssignment(node) && ts.isStringLiteralLike(node.initializer))
      texts.push({
        line: lineAt(node.initializer.pos),
        end: 0,
        words: node.initializer.text,
        kind: 'message',
      })
    ts.forEachChild(node, visit)
  }
  visit(source)
  return texts
}

const count = { comment: 0, title: 0, message: 0 }
let found = 0
for (const file of files) {
  for (const { line, words, kind } of textsOf(file)) {
    count[kind] += 1
    const hits = turns.filter(([pattern]) => pattern.test(words.replace(/\s+/g, ' ')))
    if (hits.length === 0) continue
    found += 1
    const advice = hits.map(([, instead]) => instead).join('; ')
    console.log(`${file}:${line}: ${words.replace(/\s+/g, ' ').slice(0, 200)}\n    ${advice}`)
  }
}
console.log(
  `${found} of ${count.comment} comments, ${count.title} test titles and ${count.message} messages use one of these phrases; ${ALLOWED} are allowed.`,
)
process.exitCode = found > ALLOWED ? 1 : 0
