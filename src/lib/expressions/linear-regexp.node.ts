import v8 from 'node:v8'

// V8's engine without backtracking: the flag `l` refuses what it cannot run in linear time.
v8.setFlagsFromString('--enable-experimental-regexp-engine')

const MAX_PATTERN = 1000
const MAX_PATTERNS = 500
const patterns = new Map<string, RegExp>()

/**
 * Whether the pattern occurs in the text. Look-arounds, back-references and large counted repetitions are refused.
 * @throws SyntaxError
 */
export function matchesLinearly(text: string, pattern: string): boolean {
  return compiled(pattern).test(text)
}

function compiled(pattern: string): RegExp {
  const known = patterns.get(pattern)
  if (known) return known
  if (pattern.length > MAX_PATTERN) throw new SyntaxError(`The pattern is longer than ${MAX_PATTERN} characters`)
  const expression = new RegExp(pattern, 'l')
  const oldest = patterns.keys().next()
  if (patterns.size >= MAX_PATTERNS && !oldest.done) patterns.delete(oldest.value)
  patterns.set(pattern, expression)
  return expression
}
