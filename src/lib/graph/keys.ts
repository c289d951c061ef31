import { NodeKey } from './graph.schema.ts'

const MAX_KEY = 50

/** Words that cannot follow the dot in an expression, or that data might mistake for something else. */
const UNUSABLE = new Set(['in', 'true', 'false', 'null', 'constructor'])

export const isUsableKey = (key: string): boolean => NodeKey.safeParse(key).success && !UNUSABLE.has(key)

/** A key for a step of this name that is not taken yet: "Fetch order" → fetch_order, then fetch_order_2. */
export function keyFor(name: string, taken: ReadonlySet<string>): string {
  const base = wordsOf(name)
  let key = base
  for (let count = 2; taken.has(key) || !isUsableKey(key); count++) {
    const suffix = `_${count}`
    key = base.slice(0, MAX_KEY - suffix.length) + suffix
  }
  return key
}

function wordsOf(name: string): string {
  const plain = name
    .normalize('NFKD')
    .replace(/\p{Mark}/gu, '')
    .toLowerCase()
  const words = plain.replace(/[^a-z0-9]+/g, '_').replace(/^_+|_+$/g, '')
  const key = /^[a-z]/.test(words) ? words : `step_${words}`
  return key.slice(0, MAX_KEY).replace(/_+$/, '')
}
