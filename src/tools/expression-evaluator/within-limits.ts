import { countBefore, countOf, MOST_ELEMENTS } from './counts.ts'

/** Of all lists that one computation makes on its way. */
const MOST_IN_ALL = 5_000_000

type Callable = (...values: unknown[]) => unknown
const isCallable = (value: unknown): value is Callable => typeof value === 'function'
/** Such as map: it is called with the parts of the text, of which the last one is a function. */
const takesNodes = (callable: Callable): boolean => 'rawArgs' in callable && callable.rawArgs === true

interface TreeNode {
  compile(): { evaluate(scope: unknown): unknown }
}
/** map([1, 2], [3; 4], f) fills up its lists too. */
const listsOf = (nodes: readonly unknown[], scope: unknown): unknown[] =>
  nodes.length < 3 ? [] : (nodes.slice(0, -1) as TreeNode[]).map((node) => node.compile().evaluate(scope))

/** Makes every one of these functions refuse what would be too large, before it takes the memory for it. */
export function keepWithinLimits(functions: Record<string, unknown>): { restart(): void } {
  let made = 0
  const refuse = (name: string): never => {
    throw new Error(
      `${name} would need more than ${MOST_ELEMENTS.toLocaleString('en')} elements, the most there may be`,
    )
  }
  const guard = (name: string, original: Callable): Callable =>
    new Proxy(original, {
      apply(target, self, values: unknown[]) {
        const [nodes, , scope] = values
        const given = takesNodes(target) ? listsOf(nodes as unknown[], scope) : values
        if (countBefore(name, given) > MOST_ELEMENTS) refuse(name)
        const result: unknown = Reflect.apply(target, self, values)
        const count = typeof result === 'string' ? result.length : countOf(result)
        if (count > 1) made += count
        if (count > MOST_ELEMENTS || made > MOST_IN_ALL) refuse(name)
        return result
      },
      // map and its like call what is behind a function's signatures.
      get(target, key) {
        const value: unknown = Reflect.get(target, key)
        if (key !== 'signatures' || typeof value !== 'object' || value === null) return value
        return Object.fromEntries(
          Object.entries(value).map(([signature, one]) => [signature, isCallable(one) ? guard(name, one) : one]),
        )
      },
    })
  for (const [name, original] of Object.entries(functions))
    if (isCallable(original)) Object.defineProperty(functions, name, { value: guard(name, original), enumerable: true })
  return {
    restart: () => {
      made = 0
    },
  }
}
