import type { Json, JsonObject } from '#src/sdk/json.ts'
import { hasExpression, scan } from '../expressions/scan.ts'
import type { GraphNode } from './graph.schema.ts'

/** Texts and comments first, so that nothing inside of them looks like a name. */
const TOKEN =
  /[rbRB]{0,2}(?:"""[\s\S]*?"""|'''[\s\S]*?''')|[rR][bB]?(?:"[^"]*"|'[^']*')|[bB]?(?:"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*')|\/\/[^\n]*|[A-Za-z_]\w*|\s+|[\s\S]/g

/** A reference to a step in a text. */
interface KeyPlace {
  readonly key: string
  readonly start: number
  readonly end: number
}

const isBlank = (token: string) => token.trim() === ''
const QUOTED = /^(["'])(\w+)\1$/

/** Where an expression names steps: steps.tip, steps.?tip, steps["tip"]. It need not be complete to be read. */
function keysIn(source: string): KeyPlace[] {
  const tokens = [...source.matchAll(TOKEN)].filter(([token]) => !isBlank(token) && !token.startsWith('//'))
  const text = (at: number) => tokens[at]?.[0] ?? ''
  return tokens.flatMap((token, at): KeyPlace[] => {
    if (token[0] !== 'steps' || text(at - 1) === '.' || (text(at - 1) === '?' && text(at - 2) === '.')) return []
    const opening = text(at + 1)
    const part = tokens[text(at + 2) === '?' ? at + 3 : at + 2]
    if (part === undefined) return []
    if (opening === '.' && /^[A-Za-z_]/.test(part[0]))
      return [{ key: part[0], start: part.index, end: part.index + part[0].length }]
    const key = opening === '[' ? QUOTED.exec(part[0])?.[2] : undefined
    return key === undefined ? [] : [{ key, start: part.index + 1, end: part.index + part[0].length - 1 }]
  })
}

/** Where a config text names steps. */
const keyPlaces = (text: string): KeyPlace[] =>
  scan(text).flatMap((segment) =>
    segment.kind === 'expression'
      ? keysIn(segment.source).map(({ key, start, end }) => ({
          ...{ key, start: start + segment.offset, end: end + segment.offset },
        }))
      : [],
  )

function textWithKeys(text: string, keys: ReadonlyMap<string, string>): string {
  if (!hasExpression(text)) return text
  let at = 0
  let written = ''
  for (const { key, start, end } of keyPlaces(text)) {
    written += text.slice(at, start) + (keys.get(key) ?? key)
    at = end
  }
  return written + text.slice(at)
}

function jsonWithKeys(value: Json, keys: ReadonlyMap<string, string>): Json {
  if (typeof value === 'string') return textWithKeys(value, keys)
  if (Array.isArray(value)) return value.map((part) => jsonWithKeys(part, keys))
  return typeof value === 'object' && value !== null ? configWithKeys(value, keys) : value
}

const configWithKeys = (config: JsonObject, keys: ReadonlyMap<string, string>): JsonObject =>
  Object.fromEntries(Object.entries(config).map(([name, part]) => [name, jsonWithKeys(part, keys)]))

/** A step whose key, and the keys that its expressions name, are called anew. */
export function withKeys(node: GraphNode, keys: ReadonlyMap<string, string>): GraphNode {
  if (keys.size === 0) return node
  return { ...node, key: keys.get(node.key) ?? node.key, config: configWithKeys(node.config, keys) }
}
