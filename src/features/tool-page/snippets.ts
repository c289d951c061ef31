import type { Json } from '#src/sdk/json.ts'

interface Snippet {
  readonly id: string
  readonly label: string
  readonly code: string
}

interface SnippetOptions {
  readonly origin: string
  readonly slug: string
  /** What the form holds beyond its defaults. */
  readonly inputs: Readonly<Record<string, Json>>
  /** Only an account with a subscription may run it, so a key goes along. */
  readonly needsKey: boolean
}

/** Characters of JSON that still read well inside a program. */
const MOST_INLINE = 4000
/** Where more of them are kept. */
export const INPUT_FILE = 'input.json'

export const isLong = (inputs: Readonly<Record<string, Json>>): boolean => JSON.stringify(inputs).length > MOST_INLINE

/** What cannot be seen, or changes the order in which the rest is seen. Tabs and line ends JSON has escaped already. */
const UNSEEN = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu

const escaped = (character: string): string =>
  // A pair of units for what lies above U+FFFF, as JSON writes it.
  Array.from({ length: character.length }, (_, at) => {
    const unit = character.charCodeAt(at).toString(16).padStart(4, '0')
    return `\\u${unit}`
  }).join('')

/** A string as JSON, JavaScript and Python write it alike. */
const quoted = (text: string): string => JSON.stringify(text).replaceAll(UNSEEN, escaped)

interface Notation {
  readonly true: string
  readonly false: string
  readonly null: string
}
const JSON_WORDS: Notation = { true: 'true', false: 'false', null: 'null' }
const PYTHON_WORDS: Notation = { true: 'True', false: 'False', null: 'None' }

/** A value as a literal, one entry a line. */
function literal(value: Json, words: Notation, indent = ''): string {
  if (value === null) return words.null
  if (typeof value === 'boolean') return value ? words.true : words.false
  if (typeof value === 'string') return quoted(value)
  if (typeof value === 'number') return JSON.stringify(value)
  const inner = `${indent}  `
  const entries = Array.isArray(value)
    ? value.map((item) => literal(item, words, inner))
    : Object.entries(value).map(([name, item]) => `${quoted(name)}: ${literal(item, words, inner)}`)
  const [open, close] = Array.isArray(value) ? '[]' : '{}'
  return entries.length === 0
    ? `${open}${close}`
    : `${open}\n${entries.map((entry) => `${inner}${entry},\n`).join('')}${indent}${close}`
}

const inShell = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`
const oneLine = (inputs: SnippetOptions['inputs']): string => JSON.stringify(inputs).replaceAll(UNSEEN, escaped)

const KEY = 'YOUR_API_KEY'
const addressOf = ({ origin, slug }: SnippetOptions): string => `${origin}/api/tools/${slug}/run`

/** For a POSIX shell. */
const curl = (options: SnippetOptions): string =>
  [
    `curl -X POST ${inShell(addressOf(options))}`,
    `-H 'Content-Type: application/json'`,
    `-H 'X-Requested-With: curl'`,
    ...(options.needsKey ? [`-H 'Authorization: Bearer ${KEY}'`] : []),
    `--data-binary ${isLong(options.inputs) ? `@${INPUT_FILE}` : inShell(oneLine(options.inputs))}`,
  ].join(' \\\n  ')

/** A module for Node.js and the like: other sites' pages may not call us. */
const javascript = (options: SnippetOptions): string => {
  const isFile = isLong(options.inputs)
  return `${isFile ? "import { readFileSync } from 'node:fs'\n\n" : ''}const inputs = ${
    isFile ? `JSON.parse(readFileSync('${INPUT_FILE}', 'utf8'))` : literal(options.inputs, JSON_WORDS)
  }

const response = await fetch(${quoted(addressOf(options))}, {
  method: 'POST',
  headers: {
    'Content-Type': 'application/json',
    'X-Requested-With': 'fetch',
${options.needsKey ? `    Authorization: 'Bearer ${KEY}',\n` : ''}  },
  body: JSON.stringify(inputs),
})
const answer = await response.json()
if (!response.ok) throw new Error(answer.error.message)
console.log(JSON.stringify(answer.outputs, null, 2))
`
}

/** Python 3, with what it brings along. */
const python = (options: SnippetOptions): string => {
  const inputs = isLong(options.inputs)
    ? `json.load(open("${INPUT_FILE}", encoding="utf-8"))`
    : literal(options.inputs, PYTHON_WORDS)
  return `import json
import urllib.request

inputs = ${inputs}

request = urllib.request.Request(
    ${quoted(addressOf(options))},
    data=json.dumps(inputs).encode(),
    headers={
        "Content-Type": "application/json",
        "X-Requested-With": "urllib",
${options.needsKey ? `        "Authorization": "Bearer ${KEY}",\n` : ''}    },
)
with urllib.request.urlopen(request) as response:
    answer = json.load(response)
print(json.dumps(answer["outputs"], indent=2))
`
}

/** Programs that run a tool with these inputs. */
export const snippetsFor = (options: SnippetOptions): Snippet[] => [
  { id: 'curl', label: 'curl', code: curl(options) },
  { id: 'javascript', label: 'JavaScript', code: javascript(options) },
  { id: 'python', label: 'Python', code: python(options) },
]
