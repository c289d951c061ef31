const TOKENS = /'[^']*'|"[^"]*"|--.*|\/\*[\s\S]*?\*\/|[([]|[)\]]|\b(?:case|end)\b/gi

/** The library lays out by recursion, and each level of brackets costs as much as all within it. */
export function isTooDeep(sql: string, most: number): boolean {
  let depth = 0
  for (const [token] of sql.matchAll(TOKENS)) {
    if (/^(?:[([]|case)$/i.test(token)) depth += 1
    else if (/^(?:[)\]]|end)$/i.test(token)) depth = Math.max(0, depth - 1)
    if (depth > most) return true
  }
  return false
}
