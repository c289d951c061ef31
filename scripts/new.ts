import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

interface Names {
  /** word-count */
  readonly name: string
  /** wordCount */
  readonly camel: string
  /** WordCount */
  readonly pascal: string
  /** Word count */
  readonly title: string
}

interface List {
  readonly file: string
  /** Where the last entry ends. */
  readonly end: RegExp
  readonly import?: (names: Names) => string
  readonly entry: (names: Names) => string
}

interface Kind {
  readonly folder: (names: Names) => string
  /** What must know the new one. */
  readonly list: List
  readonly next: string
}

const RECORD_END = /\}\)? satisfies Record</
const ROUTES_END = /(?<=const routes = \[[\s\S]*?)\n {2}\]/

const KINDS: Readonly<Record<string, Kind>> = {
  tool: {
    folder: () => 'src/tools',
    list: {
      file: 'src/tools/index.ts',
      end: RECORD_END,
      entry: ({ name, camel }) => `'${name}': () => import('./${name}.tool.ts').then((module) => module.${camel}),`,
    },
    next: 'docs/adding-a-tool.md says what to replace.',
  },
  node: {
    folder: () => 'src/nodes',
    list: {
      file: 'src/nodes/index.ts',
      end: RECORD_END,
      import: ({ name, camel }) => `import { ${camel}Node } from './${name}.node.ts'`,
      entry: ({ name, camel }) => `'${name}': ${camel}Node,`,
    },
    next: 'docs/adding-a-node.md says what to replace.',
  },
  integration: {
    folder: ({ name }) => `src/integrations/${name}`,
    list: {
      file: 'src/integrations/index.ts',
      end: RECORD_END,
      import: ({ name, camel }) => `import { ${camel} } from './${name}/index.ts'`,
      entry: ({ name, camel }) => `'${name}': ${camel},`,
    },
    next: 'docs/adding-a-node.md says what to replace.',
  },
  feature: {
    folder: ({ name }) => `src/features/${name}`,
    list: {
      file: 'src/app/server.ts',
      end: ROUTES_END,
      import: ({ name, camel }) => `import { ${camel}Routes } from '#src/features/${name}/${name}.server.ts'`,
      entry: ({ camel }) => `...${camel}Routes(),`,
    },
    next: 'docs/adding-a-feature.md says what to replace.',
  },
}

/** An expected refusal: printed as one sentence. */
class Refusal extends Error {}

const RESERVED = new Set(
  'await break case catch class const continue debugger default delete do else enum export extends false finally for function if implements import in instanceof interface let new null package private protected public return static super switch this throw true try typeof var void while with yield'.split(
    ' ',
  ),
)

function namesOf(name: string): Names {
  if (!/^[a-z][a-z0-9]*(-[a-z0-9]+)*$/.test(name) || name.length > 50)
    throw new Refusal(
      `"${name}" is not a name: use up to 50 lower-case letters and digits in words joined by hyphens, such as word-count.`,
    )
  if (name === 'index' || RESERVED.has(name))
    throw new Refusal(`"${name}" is a word of the language: choose another name.`)
  const camel = name.replace(/-(.)/g, (_, letter: string) => letter.toUpperCase())
  const words = name.replaceAll('-', ' ')
  return {
    name,
    camel,
    pascal: camel.charAt(0).toUpperCase() + camel.slice(1),
    title: words.charAt(0).toUpperCase() + words.slice(1),
  }
}

const fill = (text: string, names: Names) =>
  Object.entries(names).reduce((filled, [key, value]) => filled.replaceAll(`__${key}__`, value), text)

/** Path → text of every file that the templates make. */
function filesOf(kind: string, folder: string, names: Names): ReadonlyMap<string, string> {
  const templates = join(import.meta.dirname, 'templates', kind)
  return new Map(
    readdirSync(templates).map((file) => [
      `${folder}/${fill(file.replace(/\.txt$/, ''), names)}`,
      fill(readFileSync(join(templates, file), 'utf8'), names),
    ]),
  )
}

/** The list's text with one more import and one more entry, the entry last. */
function extend({ file, end, import: importOf, entry }: List, names: Names): string {
  if (!existsSync(file)) throw new Refusal(`${file} is missing: nothing would know the new one.`)
  const text = readFileSync(file, 'utf8')
  const at = text.search(end)
  if (at < 0) throw new Refusal(`${file} no longer ends its list with ${end.source}: nothing would know the new one.`)
  const listed = `${text.slice(0, at).trimEnd()}\n${entry(names)}\n${text.slice(at)}`
  return importOf === undefined ? listed : `${importOf(names)}\n${listed}`
}

function create(kindName = '', name = ''): void {
  const kind = KINDS[kindName]
  if (kind === undefined) throw new Refusal(`usage: npm run new ${Object.keys(KINDS).join('|')} <name>`)
  const names = namesOf(name)
  const files = new Map(filesOf(kindName, kind.folder(names), names))
  for (const file of files.keys())
    if (existsSync(file)) throw new Refusal(`${file} exists already: choose another name.`)
  files.set(kind.list.file, extend(kind.list, names))
  for (const [file, text] of files) {
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, text)
  }
  spawnSync(process.execPath, ['node_modules/@biomejs/biome/bin/biome', 'check', '--write', ...files.keys()])
  for (const file of files.keys()) console.log(file)
  console.log(kind.next)
}

try {
  create(...process.argv.slice(2))
} catch (error) {
  if (!(error instanceof Refusal)) throw error
  console.error(error.message)
  process.exitCode = 1
}
