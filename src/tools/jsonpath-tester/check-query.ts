type Kind = 'value' | 'nodes' | 'logical'

/** The functions of RFC 9535, section 2.4: what they take and what they give. */
const FUNCTIONS: Readonly<Record<string, { readonly takes: readonly Kind[]; readonly gives: Kind }>> = {
  length: { takes: ['value'], gives: 'value' },
  count: { takes: ['nodes'], gives: 'value' },
  match: { takes: ['value', 'value'], gives: 'logical' },
  search: { takes: ['value', 'value'], gives: 'logical' },
  value: { takes: ['nodes'], gives: 'value' },
}

/** A node of a parsed query. The parser publishes no types but that of the whole. */
interface Node {
  readonly type: string
  readonly [name: string]: unknown
}

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string'

const nodesOf = (value: unknown): Node[] => (Array.isArray(value) ? value.filter(isNode) : isNode(value) ? [value] : [])

/** A segment that selects at most one node: one name or one index (section 2.3.5.1). */
function isSingular(segment: Node): boolean {
  const [node] = nodesOf(segment.node)
  if (segment.type !== 'ChildSegment' || node === undefined) return false
  if (node.type === 'MemberNameShorthand') return true
  const selectors = nodesOf(node.selectors)
  return selectors.length === 1 && ['NameSelector', 'IndexSelector'].includes(selectors[0]?.type ?? '')
}

function isSingularQuery(query: Node): boolean {
  const [inner] = nodesOf(query.value)
  return inner !== undefined && nodesOf(inner.segments).every(isSingular)
}

function givenBy(call: Node): Kind | undefined {
  const name = String(call.name)
  return Object.hasOwn(FUNCTIONS, name) ? FUNCTIONS[name]?.gives : undefined
}

function fits(argument: Node, kind: Kind): boolean {
  if (argument.type === 'FilterQuery') return kind === 'nodes' || isSingularQuery(argument)
  if (argument.type === 'FunctionExpr') return givenBy(argument) === kind
  return argument.type === 'Literal' && kind === 'value'
}

function problemOfCall(call: Node): string | undefined {
  const name = String(call.name)
  const known = Object.hasOwn(FUNCTIONS, name) ? FUNCTIONS[name] : undefined
  if (!known) return `must not call ${name}(): there are ${Object.keys(FUNCTIONS).join(', ')}`
  const given = nodesOf(call.arguments)
  const { takes } = known
  if (given.length !== takes.length)
    return `must give ${name}() ${takes.length === 1 ? '1 argument' : `${takes.length} arguments`}, not ${given.length}`
  const wrong = given.findIndex((argument, index) => !fits(argument, takes[index] ?? 'value'))
  if (wrong < 0) return undefined
  return `must give ${name}() ${takes[wrong] === 'nodes' ? 'a query' : 'a value or a query of at most one node'} as argument ${wrong + 1}`
}

function problemOf(node: Node): string | undefined {
  switch (node.type) {
    case 'FunctionExpr':
      return problemOfCall(node)
    case 'TestExpr': {
      const [call] = nodesOf(node.expression).filter(({ type }) => type === 'FunctionExpr')
      return call && givenBy(call) === 'value' ? `must compare the result of ${call.name}() with something` : undefined
    }
    case 'ComparisonExpr': {
      const calls = [...nodesOf(node.left), ...nodesOf(node.right)].filter(({ type }) => type === 'FunctionExpr')
      const call = calls.find((candidate) => givenBy(candidate) === 'logical')
      return call && `must not compare ${call.name}(): it is a test by itself`
    }
    case 'IndexSelector':
    case 'SliceSelector': {
      const numbers = [node.value, node.start, node.end, node.step].filter((value) => typeof value === 'number')
      return numbers.every(Number.isSafeInteger) ? undefined : 'must have indexes within ±(2^53 − 1)'
    }
    default:
      return undefined
  }
}

/** What RFC 9535 forbids of a query beyond its grammar (sections 2.1 and 2.4.3); undefined where it is valid. */
export function problemOfQuery(query: unknown): string | undefined {
  const waiting = nodesOf(query)
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    const problem = problemOf(node)
    if (problem !== undefined) return problem
    waiting.push(...Object.values(node).flatMap(nodesOf))
  }
  return undefined
}
