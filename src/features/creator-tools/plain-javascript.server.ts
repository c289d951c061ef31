import { stripTypeScriptTypes } from 'node:module'
import { Script } from 'node:vm'

function isJavaScript(source: string): boolean {
  try {
    // Compiled, and never run.
    return new Script(source) instanceof Script
  } catch {
    return false
  }
}

/**
 * TypeScript without its types, in whose place are spaces, so that lines keep their numbers. What is JavaScript already
 * stays as it is, and so does what is more than types, such as an enum.
 */
export function plainJavaScript(source: string): string {
  if (isJavaScript(source)) return source
  try {
    return stripTypeScriptTypes(source, { mode: 'strip' })
  } catch {
    return source
  }
}
