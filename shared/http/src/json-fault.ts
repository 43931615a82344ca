import { tokenize } from '@humanwhocodes/momoa'
import { problem, type Problem } from '@appointments/contracts'

type Token = ReturnType<typeof tokenize>[number]
type Place = Pick<Token['loc']['start'], 'line' | 'column'>

/** The kinds of token that may come next in a JSON text. */
type Next = 'value' | 'first value' | 'name' | 'first name' | 'colon' | 'separator'

const VALUES = ['String', 'Number', 'Boolean', 'Null', 'LBrace', 'LBracket']
const ACCEPTED: Readonly<Record<Exclude<Next, 'separator'>, readonly string[]>> = {
  value: VALUES,
  'first value': [...VALUES, 'RBracket'],
  name: ['String'],
  'first name': ['String', 'RBrace'],
  colon: ['Colon'],
}
const WANTED: Readonly<Record<Exclude<Next, 'separator'>, string>> = {
  value: 'a value',
  'first value': 'a value or ]',
  name: 'a name in double quotes',
  'first name': 'a name in double quotes or }',
  colon: 'a colon',
}

/** Checks the tokens of a JSON text one by one. */
function createGrammar() {
  const open: ('}' | ']')[] = []
  let next: Next = 'value'
  const closing = () => open.at(-1)
  const accepts = (type: string) => {
    if (next !== 'separator') return ACCEPTED[next].includes(type)
    if (closing() === undefined) return false
    return type === 'Comma' || type === (closing() === '}' ? 'RBrace' : 'RBracket')
  }
  const advance = (type: string) => {
    if (type === 'LBrace') open.push('}')
    if (type === 'LBracket') open.push(']')
    if (type === 'RBrace' || type === 'RBracket') open.pop()
    if (type === 'LBrace') next = 'first name'
    else if (type === 'LBracket') next = 'first value'
    else if (type === 'Colon') next = 'value'
    else if (type === 'Comma') next = closing() === '}' ? 'name' : 'value'
    else
      next =
        next === 'name' || next === 'first name' ? (type === 'String' ? 'colon' : 'separator') : 'separator'
  }
  return {
    /** Whether a token is valid here; if so, moves past it. */
    accept(type: string): boolean {
      const isAccepted = accepts(type)
      if (isAccepted) advance(type)
      return isAccepted
    },
    wanted: () =>
      next !== 'separator'
        ? WANTED[next]
        : closing() === undefined
          ? 'the end of the body'
          : `a comma or ${closing()}`,
    isComplete: () => next === 'separator' && open.length === 0,
  }
}

interface LexicalError extends Place {
  offset: number
}

/** The tokens of a text up to the first character that is not part of a token. */
function tokensOf(text: string): { tokens: Token[]; error?: LexicalError; isInString?: boolean } {
  try {
    return { tokens: tokenize(text, { mode: 'json' }) }
  } catch (cause) {
    const error = cause as LexicalError
    const before = text.slice(0, error.offset)
    try {
      return { tokens: tokenize(before, { mode: 'json' }), error }
    } catch {
      return { tokens: [], error, isInString: true }
    }
  }
}

/** The place at which a text stops being valid JSON, and the expected characters; undefined if no fault is found. */
function jsonFault(text: string): { place: Place; wanted: string } | undefined {
  const { tokens, error, isInString } = tokensOf(text)
  if (error && isInString) {
    const isOpen = error.offset >= text.length
    return { place: error, wanted: isOpen ? 'a closing double quote' : 'one of the escape sequences of JSON' }
  }
  const grammar = createGrammar()
  for (const { type, loc } of tokens) {
    if (!grammar.accept(type)) return { place: loc.start, wanted: grammar.wanted() }

    if (type === 'String' && /[\x00-\x1f]/.test(text.slice(loc.start.offset, loc.end.offset)))
      return { place: loc.start, wanted: 'a string without unescaped control characters' }
  }
  if (error) return { place: error, wanted: grammar.wanted() }
  if (grammar.isComplete()) return undefined
  const place = tokens.at(-1)?.loc.end ?? { line: 1, column: 1 }
  return { place, wanted: `${grammar.wanted()}, but the body ends here` }
}

/** The problem for a body that cannot be parsed: names the place and what is expected there, and never quotes the body. */
export function malformedJson(text: string): Problem {
  const fault = jsonFault(text)
  if (!fault) return problem('MALFORMED_JSON')
  const { line, column } = fault.place
  return problem('MALFORMED_JSON', {
    detail: `line ${line}, column ${column}: expected ${fault.wanted}`,
    extensions: { line, column },
  })
}
