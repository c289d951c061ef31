// What each route's first JavaScript weighs, compressed, against the budgets of the design. Reads the last build;
// e2e/pages.test.ts weighs what a browser really fetches, which is a little more.
import { existsSync, globSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { z } from '#src/lib/zod.ts'

const Part = z.object({ module: z.string(), imports: z.array(z.string()).default([]) })
const Manifest = z.object({
  entry: Part,
  routes: z.record(z.string(), Part.extend({ id: z.string(), parentId: z.string().optional() })),
})
type Manifest = z.infer<typeof Manifest>

const PUBLIC = [
  ...[
    'home/home',
    'accounts/auth',
    'accounts/login',
    'catalog/explore',
    'tool-page/tool',
    'tool-page/embed',
    'tool-page/versions',
  ],
  ...['creators/creator', 'forms/form', 'approvals/approval', 'support/support', 'subscriptions/pricing'],
  ...['legal/terms', 'legal/privacy', 'api-docs/api-docs'],
]
const BUDGETS_KB = { public: 150, app: 220, editor: 330 } as const

function kindOf(id: string): keyof typeof BUDGETS_KB {
  // What was is drawn on the editor's canvas.
  if (/\/workflows\/(?:editor|past\/.+)\.page$/.test(id)) return 'editor'
  return PUBLIC.some((page) => id.endsWith(`/${page}.page`)) ? 'public' : 'app'
}

const client = join(import.meta.dirname, '../build/client')
const [manifestFile] = globSync(join(client, 'assets/manifest-*.js'))
if (manifestFile === undefined) throw new Error('There is no build to weigh: npm run build makes one')
const text = readFileSync(manifestFile, 'utf8')
const manifest = Manifest.parse(JSON.parse(text.slice(text.indexOf('{'), text.lastIndexOf('}') + 1)))

const known = new Map<string, number>()
function bytesOf(url: string): number {
  const file = join(client, url)
  const bytes =
    known.get(url) ?? (existsSync(`${file}.gz`) ? statSync(`${file}.gz`).size : gzipSync(readFileSync(file)).length)
  known.set(url, bytes)
  return bytes
}

function filesOf({ entry, routes }: Manifest, id: string): Set<string> {
  const files = new Set([entry.module, ...entry.imports])
  for (let route = routes[id]; route !== undefined; route = routes[route.parentId ?? ''])
    for (const file of [route.module, ...route.imports]) files.add(file)
  return files
}

const kilobytes = (bytes: number) => Math.round(bytes / 100) / 10
const weights = Object.keys(manifest.routes).map((id) => {
  const kb = kilobytes([...filesOf(manifest, id)].reduce((sum, file) => sum + bytesOf(file), 0))
  return { id, kb, kind: kindOf(id) }
})
for (const kind of ['public', 'app', 'editor'] as const) {
  const ofKind = weights.filter((weight) => weight.kind === kind).toSorted((a, b) => b.kb - a.kb)
  console.log(`${kind.padEnd(8)} heaviest ${ofKind[0]?.kb} kB of ${BUDGETS_KB[kind]} kB (${ofKind[0]?.id})`)
  for (const { id, kb } of ofKind.filter((weight) => weight.kb > BUDGETS_KB[kind])) {
    console.log(`TOO HEAVY ${id}: ${kb} kB`)
    process.exitCode = 1
  }
}
