import { globSync, readFileSync } from 'node:fs'
import { stripTypeScriptTypes } from 'node:module'
import { basename } from 'node:path'
import { runInThisContext } from 'node:vm'
import { createLucideIcon } from 'lucide-react'
import { createElement, type FunctionComponent } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { tools } from '#src/tools/index.ts'
import { leanerIcon } from './browser-icons.ts'
import { leanerRouter } from './browser-router.ts'
import { lookUp, runnablePart } from './browser-tools.ts'

type IconFactory = (icon: { node: readonly unknown[] }) => FunctionComponent<{ size?: number; className?: string }>
type MakeFactory = (create: typeof createElement) => IconFactory

const LUCIDE_FACTORY = 'node_modules/lucide-react/dist/esm/createLucideIcon.mjs'

test('a tool keeps what it needs to run', () => {
  const code = `import { defineTool, number } from './sdk.js'
export const half = defineTool({
  slug: 'half',
  title: 'Half',
  input: [number('of', { label: 'Of' })],
  output: { half: badge('Half') },
  mayRunLong: true,
  run: ({ of }) => ({ half: of / 2 }),
  examples: [{ title: 'Of four, or so', input: { of: 4 } }],
  sources: []
})
`
  const part = runnablePart(code)
  const properties = /defineTool\(\{([\s\S]*)\}\)/.exec(part)?.[1]?.replace(/\s+/g, ' ').trim()
  expect(properties).toBe(
    "slug: 'half', input: [number('of', { label: 'Of' })], mayRunLong: true, run: ({ of }) => ({ half: of / 2 }),",
  )
  expect(part).toMatch(/^import .*\nexport const half = /)
  expect(part).toMatch(/\nexport { half as tool }\n$/)
})

test('each built-in tool can be read', () => {
  const code = readFileSync('src/tools/tip-calculator.tool.ts', 'utf8')
  const part = runnablePart(stripTypeScriptTypes(code))
  expect(part).toContain('splitCents(total, people)')
  expect(part).not.toContain('GCFLearnFree')
})

test('each built-in tool is the file that a browser looks for', () => {
  const files = globSync('src/tools/*.tool.ts').map((file) => basename(file, '.tool.ts'))
  expect(files.sort()).toEqual(Object.keys(tools).sort())
  expect(lookUp('tools-page-1a2b')).toMatch(/^export const importBuiltin = .*`\.\/tools-page-1a2b\/\$\{slug\}\.js`/)
})

test('a file without a tool is refused', () => {
  expect(() => runnablePart('export const tool = {}')).toThrow('no defineTool')
})

test('an icon loses its keys and names, and keeps its lines', () => {
  const code = `const __iconData = {
  name: "house",
  size: 24,
  node: [
    ["path", { d: "M15 21v-8", key: "5wwlr5" }]
  ],
  aliases: ["home"]
};
__iconData.node;
export { __iconData, House as default };`
  expect(leanerIcon(code)).toBe(`const __iconData = {
  node: [
    ["path", { d: "M15 21v-8" }]
  ],
};
export { __iconData, House as default };`)
})

test('icons look as those of the library do', () => {
  const factory = /function[\s\S]*^}$/m.exec(leanerIcon(readFileSync(LUCIDE_FACTORY, 'utf8')))?.[0]
  const make = runInThisContext(`(createElement) => { ${factory}; return createLucideIcon }`) as MakeFactory
  const Ours = make(createElement)({ node: [['path', { d: 'M18 6 6 18' }]] })
  const Theirs = createLucideIcon({ name: 'x', node: [['path', { d: 'M18 6 6 18', key: 'a' }]] })
  for (const props of [{}, { size: 16 }, { size: 20, className: 'mt-0.5 text-ok' }])
    expect(renderToStaticMarkup(createElement(Ours, props))).toBe(
      renderToStaticMarkup(createElement(Theirs, props)).replace(' lucide-x', ''),
    )
})

test('a factory of icons that has changed is refused', () => {
  expect(() => leanerIcon('export { createLucideIcon as default }')).toThrow('lucide-react no longer has')
})

test('parts of the router that nobody uses can be left out', () => {
  const code = `const Form = React$1.forwardRef((props, ref) => null);
Form.displayName = "Form";
export { Form };`
  expect(leanerRouter('dom/lib.js', code)).toBe(`const Form = /* @__PURE__ */ React$1.forwardRef((props, ref) => null);

export { Form };`)
})

test('a router that has changed is refused', () => {
  expect(() => leanerRouter('components.js', 'export {}')).toThrow("react-router's components.js no longer has")
})
