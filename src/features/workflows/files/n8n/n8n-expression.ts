/** Where an expression of n8n stands. */
export interface Surroundings {
  /** What `$json` is, in our words: "steps.fetch_order.body"; undefined where several steps could be meant. */
  readonly input: string | undefined
  /** What the data of a node is, in our words. */
  dataOf(nodeName: string): string | undefined
}

interface Token {
  readonly kind: 'text' | 'number' | 'name' | 'sign'
  readonly value: string
}

const TOKEN =
  /\s*(?:(?<text>"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*')|(?<number>\d+(?:\.\d+)?)|(?<name>[A-Za-z_$][\w$]*)|(?<sign>===|!==|==|!=|<=|>=|&&|\|\||[-+*/%<>!?:.,()[\]]))/y

function tokensOf(source: string): Token[] | undefined {
  const tokens: Token[] = []
  TOKEN.lastIndex = 0
  while (TOKEN.lastIndex < source.trimEnd().length) {
    const groups = TOKEN.exec(source)?.groups
    const found = Object.entries(groups ?? {}).find(([, value]) => value !== undefined)
    if (found === undefined) return undefined
    tokens.push({ kind: found[0] as Token['kind'], value: found[1] ?? '' })
  }
  return tokens
}

/** Ends of what JavaScript calls and ours has under the same meaning. */
const CALLS: ReadonlyMap<string, string> = new Map([
  ['includes', 'contains'],
  ['startsWith', 'startsWith'],
  ['endsWith', 'endsWith'],
])
const SIGNS: ReadonlyMap<string, string> = new Map([
  ['===', '=='],
  ['!==', '!='],
])
const WORDS = new Set(['true', 'false', 'null'])

/** Escapes other than these would have to be understood first. */
function textOf(quoted: string): string | undefined {
  const inner = quoted.slice(1, -1)
  if (/\\[^'"\\nt]/.test(inner)) return undefined
  const plain = inner.replace(/\\(.)/g, (_, one: string) => ({ n: '\n', t: '\t' })[one] ?? one)
  return JSON.stringify(plain)
}

/** `$('Name').item.json`, `$node["Name"].json`, `$input.first().json`, `$json`: how each begins. */
const ROOTS: readonly (readonly [RegExp, (found: RegExpExecArray, around: Surroundings) => string | undefined])[] = [
  [
    /^\$\(\s*(["'])(.*?)\1\s*\)\s*\.\s*(?:item|first\(\)|last\(\))\s*\.\s*json\b/,
    ([, , name = ''], around) => around.dataOf(name),
  ],
  [/^\$node\[\s*(["'])(.*?)\1\s*\]\s*\.\s*json\b/, ([, , name = ''], around) => around.dataOf(name)],
  [/^\$input\s*\.\s*(?:item|first\(\)|last\(\))\s*\.\s*json\b/, (_, around) => around.input],
  [/^\$json\b/, (_, around) => around.input],
  [/^\$vars\b/, () => 'vars'],
  [/^\$execution\s*\.\s*id\b/, () => 'run.id'],
]

/** Longer ones are programs. */
const MAX_LENGTH = 2000

/** A name that no expression has, standing for a root while the rest is read. */
const MARK = '__root'

interface Marked {
  readonly source: string
  readonly roots: readonly string[]
}

function markRoots(source: string, around: Surroundings): Marked | undefined {
  const roots: string[] = []
  let out = ''
  for (let rest = source; rest !== ''; ) {
    const quoted = /^(?:"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*')/.exec(rest)?.[0]
    if (quoted !== undefined) {
      out += quoted
      rest = rest.slice(quoted.length)
      continue
    }
    const [pattern, nameOf] = ROOTS.find(([one]) => one.test(rest)) ?? []
    const found = pattern?.exec(rest)
    if (found && nameOf) {
      const root = nameOf(found, around)
      if (root === undefined) return undefined
      out += `${MARK}${roots.push(root) - 1} `
      rest = rest.slice(found[0].length)
    } else {
      if (rest.startsWith('$')) return undefined
      out += rest[0]
      rest = rest.slice(1)
    }
  }
  return { source: out, roots }
}

/** One expression of n8n, without braces, in our language; undefined when it holds what cannot be said in it. */
export function translateExpression(source: string, around: Surroundings): string | undefined {
  if (source.length > MAX_LENGTH || source.includes(MARK)) return undefined
  const marked = markRoots(source.trim(), around)
  const tokens = marked && tokensOf(marked.source)
  if (marked === undefined || tokens === undefined || tokens.length === 0) return undefined
  let out = ''
  for (const [at, token] of tokens.entries()) {
    const written = writeToken(token, tokens[at - 1], tokens[at + 1], marked.roots)
    if (written === undefined) return undefined
    out += written
  }
  return out.trim()
}

function writeToken(
  { kind, value }: Token,
  before: Token | undefined,
  after: Token | undefined,
  roots: readonly string[],
): string | undefined {
  switch (kind) {
    case 'text':
      return textOf(value)
    case 'number':
      // Numbers of JSON are doubles, an index is a whole number.
      return value.includes('.') || (before?.value === '[' && after?.value === ']') ? value : `${value}.0`
    case 'sign':
      if (value === '?' && after?.value === '.') return undefined
      return /^[.,()[\]!]$/.test(value) ? value : ` ${SIGNS.get(value) ?? value} `
    case 'name':
      return writeName(value, before, after, roots)
  }
}

function writeName(
  name: string,
  before: Token | undefined,
  after: Token | undefined,
  roots: readonly string[],
): string | undefined {
  if (before?.value === '.') {
    if (after?.value === '(') return CALLS.get(name)
    return name === 'length' || name.startsWith('$') ? undefined : name
  }
  if (name.startsWith(MARK)) return roots[Number(name.slice(MARK.length))]
  return WORDS.has(name) && after?.value !== '(' ? name : undefined
}

/** Braces that are text here and would begin an expression there. */
const literal = (text: string): string => text.replaceAll('{{', '{{ "{{" }}')

/**
 * A parameter of n8n as text of our config. Text that begins with "=" may hold {{ expressions }}.
 * Undefined when one of them cannot be translated.
 */
export function translateText(text: string, around: Surroundings): string | undefined {
  if (!text.startsWith('=')) return literal(text)
  let out = ''
  let done = 1
  // Not by a pattern: of many braces that nothing closes, each would be looked at up to the end.
  for (let at = text.indexOf('{{'); at !== -1; at = text.indexOf('{{', done)) {
    const end = text.indexOf('}}', at + 2)
    const expression = end === -1 ? undefined : translateExpression(text.slice(at + 2, end), around)
    if (expression === undefined) return undefined
    out += `${text.slice(done, at)}{{ ${expression} }}`
    done = end + 2
  }
  return out + text.slice(done)
}
