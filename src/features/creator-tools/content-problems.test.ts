import { expect, test } from 'vitest'
import { listBuiltins, toInputSchema } from '#src/features/catalog/builtin-tools.server.ts'
import { contentChanges } from './content-changes.ts'
import { contentOf } from './content-of-tool.ts'
import { contentProblems, helpProblems } from './content-problems.ts'
import { outputMisfits } from './output-misfits.ts'
import { slugOf } from './publish.server.ts'
import { tileCode, tileContent } from './test-content.ts'
import { type FieldDraft, type OutputDraft, ToolContent } from './tool-content.schema.ts'

test('a finished tool has no problems', () => {
  expect([contentProblems(tileContent), contentProblems(tileCode)]).toEqual([[], []])
  expect(helpProblems(tileContent.fields)).toEqual([])
})

const [area, perTile] = tileContent.fields as [FieldDraft, FieldDraft]
const [tiles] = tileContent.outputs as [OutputDraft]
const [example] = tileContent.examples as [ToolContent['examples'][number]]
const second = (more: object) => ({ fields: [area, { ...perTile, ...more }] })

test.each<[string, object, string[]]>([
  ['title', { title: 'Ti' }, ['The title needs at least 3 characters']],
  ['description', { description: 'Short' }, ['The description needs at least 20 characters']],
  ['icon', { icon: '' }, ['Choose an icon']],
  ['icon', { icon: 'ab' }, ['The icon must be a single sign']],
  ['tags.0', { tags: ['–'] }, ['The tag “–” has no letter or digit']],
  ['fields.1.name', second({ name: '' }), ['Input 2 needs a name']],
  ['fields.1.name', second({ name: '2nd' }), ['“2nd” must be letters, digits and _ and begin with a letter']],
  ['fields.1.name', second({ name: 'in' }), ['“in” is a word of the expression language']],
  ['fields.1.name', second({ name: 'area' }), ['The name “area” is used twice']],
  ['fields.1.label', second({ label: ' ' }), ['Input “perTile” needs a label']],
  ['fields.1.max', second({ min: 3, max: 2, default: undefined }), ['“perTile”: the maximum is below the minimum']],
  [
    'fields.1.pattern',
    second({ type: 'string', default: undefined, pattern: '(?<=a)b' }),
    ['“perTile” has no usable pattern: Groups look neither ahead nor back'],
  ],
  [
    'fields.1.default',
    second({ type: 'string', default: 'x', pattern: '\\d+', patternMessage: 'Digits only' }),
    ['Default: Digits only'],
  ],
  ['fields.1.options', second({ type: 'select', default: undefined }), ['“perTile” needs choices']],
  [
    'fields.1.showIf',
    second({ showIf: { field: 'later', in: [1] } }),
    ['“perTile” depends on “later”, which is no field above it'],
  ],
  [
    'fields.1.showIf',
    second({ showIf: { field: 'area', in: [] } }),
    ['“perTile” is never shown: say for which values of “area”'],
  ],
  [
    'fields.1.showIf',
    second({ showIf: { field: 'area', in: [3, '3'] } }),
    ['“perTile” is shown if “area” is "3", which it can never be'],
  ],
  [
    'fields.1.showIf',
    {
      fields: [
        { ...area, type: 'select', options: [{ value: '1', label: 'One' }], default: undefined },
        { ...perTile, showIf: { field: 'area', in: [1] } },
      ],
    },
    ['“perTile” is shown if “area” is 1, which it can never be'],
  ],
  ['fields.1.default', second({ default: 'much' }), ['Default: One tile must be a number']],
  ['outputs', { outputs: [], examples: [example] }, ['Add an output', 'Example 1 expects “tiles”, which is no output']],
  ['outputs.0.renderer', { outputs: [{ ...tiles, renderer: 'table' }] }, ['“tiles”: table draws array or object']],
  ['outputs.0.expression', { outputs: [{ ...tiles, expression: ' ' }] }, ['“tiles” needs an expression']],
  ['source', { kind: 'custom' }, ['Write the code of run(input)']],
  ['examples', { examples: [] }, ['Add an example: it is shown to people and tests every version']],
  [
    'examples.0.output',
    { examples: [{ ...example, output: {} }] },
    ['Example 1 expects nothing: say what must come out'],
  ],
  ['examples.1.title', { examples: [example, example] }, ['Two examples are called “A small room”']],
])('%s: %j', (field, change, messages) => {
  const problems = contentProblems({ ...tileContent, ...change })
  expect([problems[0]?.field, problems.map(({ message }) => message)]).toEqual([field, messages])
})

test('what comes out is compared with what the outputs say', () => {
  const misfits = outputMisfits({ tiles, any: { ...tiles, type: 'any' } }, { tiles: 'many', other: 1, any: [] })
  expect(misfits).toEqual([
    { output: 'tiles', message: '“tiles” should be a number, but is text' },
    { output: 'other', message: '“other” is not among the outputs' },
  ])
})

const AREA = 'name: area\ntype: number\nlabel: Floor\nhelp: Without walls\nunit: m²\nrequired: true\nmin: 0'
const PACKS =
  'name: packs\ntype: number\nrenderer: badge\nlabel: Tiles\nprimary: true\nexpression: input.area / input.perTile'

test('a difference is told by the names of things', () => {
  const after: ToolContent = {
    ...tileContent,
    title: 'Tiles',
    fields: [{ ...perTile, default: 0.25 }],
    outputs: [tiles, { ...tiles, name: 'packs' }],
  }
  expect(contentChanges(tileContent, after)).toEqual([
    { what: 'Title', before: 'Tiles for a floor', after: 'Tiles' },
    { what: 'Input “area”', before: AREA, after: undefined },
    { what: 'Input “perTile”, default', before: '0.5', after: '0.25' },
    { what: 'Output “packs”', before: undefined, after: PACKS },
  ])
  expect(contentChanges(tileContent, { ...tileContent, fields: [perTile, area] })).toEqual([
    { what: 'Order of inputs', before: 'area, perTile', after: 'perTile, area' },
  ])
  expect(contentChanges(tileContent, tileContent)).toEqual([])
})

test.each([
  ['Tiles for a floor!', 'tiles-for-a-floor'],
  ['Crème brûlée', 'creme-brulee'],
  ['плитка', 'tool'],
  [`${'word '.repeat(30)}`, 'word-word-word-word-word-word-word-word-word-word-word-word'],
])('%s is found at %s', (title, slug) => {
  expect(slugOf(title)).toBe(slug)
})

test('every built-in tool can be cloned: its form and outputs are what a creator could have written', async () => {
  const builtins = await listBuiltins()
  const refused = builtins.filter((tool) => {
    const content = contentOf({
      ...tool,
      kind: 'builtin',
      icon: null,
      licence: null,
      tags: tool.tags.map((name) => ({ name })),
      input_schema: toInputSchema(tool.input),
      output_schema: tool.output,
      code: null,
    })
    return !ToolContent.safeParse(content).success
  })
  expect([refused.map(({ slug }) => slug), builtins.length > 100]).toEqual([[], true])
  const rules = builtins.flatMap((tool) =>
    contentProblems({ ...tileContent, fields: tool.input })
      .filter(({ field }) => field.endsWith('.showIf'))
      .map(({ message }) => `${tool.slug}: ${message}`),
  )
  expect(rules).toEqual([])
})

test('an input says what to enter, unless nobody sees it; a draft that does not is kept all the same', () => {
  const fields = [
    { ...area, help: ' ' },
    { ...perTile, help: 'As on the box' },
    { ...area, name: 'seed', hidden: true },
  ]
  expect(helpProblems(fields)).toEqual([
    { field: 'fields.0.help', message: '“Floor” needs a help text: say what to enter' },
  ])
  expect(contentProblems({ ...tileContent, fields })).toEqual([])
})
