import { globSync } from 'node:fs'
import { basename, resolve } from 'node:path'
import { type Plugin, parseAst, type Rolldown } from 'vite'
import { buildName } from './web-sources.ts'

const TOOL_FILE = /\.tool\.ts(?:$|\?)/

/** What a page needs of a tool's own file. All the rest comes with the page's data. */
const NEEDED: ReadonlySet<string> = new Set(['slug', 'input', 'mayRunLong', 'prepare', 'run'])

interface Span {
  readonly start: number
  readonly end: number
}

/** Takes plain JavaScript, and adds the export `tool`. Throws when there is no tool in it that could be read. */
export function runnablePart(code: string): string {
  const { name, unneeded } = readTool(code)
  let part = ''
  let from = 0
  for (const { start, end } of unneeded) {
    part += code.slice(from, start)
    // With its comma.
    from = code[end] === ',' ? end + 1 : end
  }
  return `${part}${code.slice(from)}\nexport { ${name} as tool }\n`
}

function readTool(code: string): { readonly name: string; readonly unneeded: readonly Span[] } {
  for (const statement of parseAst(code).body) {
    const declaration = statement.type === 'ExportNamedDeclaration' ? statement.declaration : statement
    if (declaration?.type !== 'VariableDeclaration') continue
    for (const { id, init } of declaration.declarations) {
      if (id.type !== 'Identifier' || init?.type !== 'CallExpression' || init.callee.type !== 'Identifier') continue
      const [tool] = init.arguments
      if (init.callee.name !== 'defineTool' || tool?.type !== 'ObjectExpression') continue
      const unneeded = tool.properties.filter(
        (property) =>
          property.type === 'Property' && property.key.type === 'Identifier' && !NEEDED.has(property.key.name),
      )
      return { name: id.name, unneeded }
    }
  }
  throw new Error('no defineTool({ … }) at the top of the file')
}

const TOOL_LIST = /[\\/]catalog[\\/]builtin-code\.ts(?:$|\?)/

/** In place of the list of all tools, which would weigh more than most tools: a slug is a file of this build. */
export const lookUp = (folder: string): string =>
  `export const importBuiltin = (slug) => import(/* @vite-ignore */ \`./${folder}/\${slug}.js\`).then(({ tool }) => tool)`

/** Makes each tool a file that `lookUp` finds, in a folder of this build: its code may be kept for ever. */
function emitTools(emit: (file: Rolldown.EmittedChunk) => void, folder: string): void {
  for (const file of globSync('src/tools/*.tool.ts')) {
    const fileName = `assets/${folder}/${basename(file, '.tool.ts')}.js`
    // In a worker's build, entries keep no exports by themselves.
    emit({ type: 'chunk', id: resolve(file), fileName, preserveSignature: 'allow-extension' })
  }
}

const TOOL_WORKER = /[\\/]tool-worker\.ts(?:$|\?)/

/** Each worker has a build of its own: tools of any other one would be made with other classes than their worker knows. */
const isForTools = (part: 'page' | 'worker', { input }: Rolldown.NormalizedInputOptions): boolean =>
  part === 'page' || Object.values(input).some((file) => TOOL_WORKER.test(file))

/**
 * The browser runs tools; what a page says about them is rendered by the server and need not come twice. `part` says
 * for whom: pages and workers share no files.
 */
export const browserTools = (part: 'page' | 'worker'): Plugin => {
  let folder = ''
  return {
    name: 'browser-tools',
    apply: 'build',
    // After TypeScript's types are gone.
    enforce: 'post',
    applyToEnvironment: ({ name }) => name === 'client',
    buildStart(options) {
      folder = `tools-${part}-${buildName()}`
      if (isForTools(part, options)) emitTools((file) => void this.emitFile(file), folder)
    },
    transform(code, id) {
      if (TOOL_LIST.test(id)) return { code: lookUp(folder), map: null }
      return TOOL_FILE.test(id) ? { code: runnablePart(code), map: null } : undefined
    },
  }
}
