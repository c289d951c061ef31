const MAX_PATTERN = 1000

/**
 * Patterns as the server's engine takes them, for the results that are shown while one types. The browser's engine may
 * backtrack for very long; whoever calls this runs it where it can be ended.
 * @throws SyntaxError
 */
export function matchesHere(text: string, pattern: string): boolean {
  if (pattern.length > MAX_PATTERN) throw new SyntaxError(`The pattern is longer than ${MAX_PATTERN} characters`)
  if (/\(\?<?[=!]|\\[1-9]|\\k</.test(pattern))
    throw new SyntaxError('Look-around and back-references are not possible in patterns')
  return new RegExp(pattern).test(text)
}
