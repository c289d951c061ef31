/** Texts with the colon behind those that are names, and what opens and closes a value of several. */
const TOKENS = /("(?:[^"\\]|\\.)*")\s*(:)?|[{}[\]]/g

/**
 * The first name in a JSON text that reading it would lose without a word: one that its object gives twice, of which
 * the last counts, or one that no object can have.
 */
export function lostName(text: string): string | undefined {
  const open: Set<string>[] = []
  for (const [token, quoted, colon] of text.matchAll(TOKENS)) {
    if (token === '{' || token === '[') open.push(new Set())
    else if (token === '}' || token === ']') open.pop()
    else if (quoted !== undefined && colon !== undefined) {
      const name = JSON.parse(quoted) as string
      const names = open.at(-1)
      if (name === '__proto__' || names?.has(name)) return name
      names?.add(name)
    }
  }
  return undefined
}
