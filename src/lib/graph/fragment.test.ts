import { expect, test } from 'vitest'
import { duplicate, fragmentText, pasteFragment, readFragment } from './fragment.ts'
import { graphOf, step, wiring } from './graph.fixture.ts'
import { Graph } from './graph.schema.ts'
import { withKeys } from './references.ts'
import { withoutSecrets } from './without-secrets.ts'

const graph = graphOf(
  [
    step('a', { position: { x: 100, y: 100 } }),
    step('b', { position: { x: 404, y: 100 }, config: { text: '{{ steps.a.total + steps.c.total }}' } }),
    step('c'),
  ],
  ['a b', 'b c'],
)
const noSchema = () => undefined
const ids = () => {
  let count = 0
  return () => `new_${++count}`
}
const read = (text: string) => {
  const result = readFragment(text)
  if (!result.ok) throw new Error(result.refusal.message)
  return result.fragment
}

test('steps are copied as text and pasted with new ids, new keys and their own references', () => {
  const text = fragmentText(graph, ['a', 'b'], noSchema)
  expect(JSON.parse(text)).toMatchObject({ kind: 'fettle/fragment', version: 1, edges: [{ from: 'a', to: 'b' }] })
  const { graph: pasted, ids: made } = pasteFragment(graph, read(text), { x: 0, y: 403 }, ids())
  expect(made).toEqual(['new_1', 'new_2'])
  expect(wiring(pasted)).toEqual(['a b', 'b c', 'new_1 new_2'])
  expect(pasted.nodes.slice(3)).toMatchObject([
    { id: 'new_1', key: 'a_2', position: { x: 0, y: 400 } },
    {
      id: 'new_2',
      key: 'b_2',
      position: { x: 304, y: 400 },
      config: { text: '{{ steps.a_2.total + steps.c.total }}' },
    },
  ])
  expect(pasted.nodes.slice(0, 3)).toEqual(graph.nodes)
})

test('in a workflow that has none of them the keys stay', () => {
  const { graph: pasted } = pasteFragment(graphOf([]), read(fragmentText(graph, ['a', 'b'], noSchema)), { x: 0, y: 0 })
  expect(pasted.nodes.map(({ key }) => key)).toEqual(['a', 'b'])
  expect(pasted.nodes[1]?.config).toEqual(graph.nodes[1]?.config)
})

test('a step is duplicated beside itself with all of its settings', () => {
  const { graph: twice, ids: made } = duplicate(graph, ['b'], ids())
  expect(made).toEqual(['new_1'])
  expect(twice.nodes[3]).toEqual({ ...graph.nodes[1], id: 'new_1', key: 'b_2', position: { x: 440, y: 136 } })
  expect(duplicate(graph, []).graph).toBe(graph)
})

test('what is found in a chat, with words around it, is read; so is a whole workflow', () => {
  const chat = `Try this:\n\`\`\`json\n${fragmentText(graph, ['a'], noSchema)}\n\`\`\`\nWorks for me.`
  expect(read(chat).nodes).toHaveLength(1)
  expect(read(JSON.stringify(graph)).edges).toHaveLength(2)
  expect(read(JSON.stringify({ format: 'fettle-workflow', version: 1, name: 'X', graph })).nodes).toHaveLength(3)
})

const piece = (changes: object) =>
  JSON.stringify({ kind: 'fettle/fragment', version: 1, nodes: [step('a')], ...changes })
test.each([
  ['words', 'hello', 'What you paste holds no steps'],
  ['half of it', '{"kind": }', /^What you paste must be JSON: /],
  ['something else', '{"a": 1}', /^What you paste is not a piece of a workflow \(kind: /],
  ['a later version', piece({ version: 2 }), /^What you paste is not a piece of a workflow \(version: /],
  ['no steps', piece({ nodes: [] }), /^What you paste is not a piece of a workflow \(nodes: /],
  ['a property nobody knows', piece({ more: 1 }), /^What you paste is not a piece of a workflow/],
  ['twins', piece({ nodes: [step('a'), step('a')] }), 'What you paste has two steps of the same id'],
  [
    'one key twice',
    piece({ nodes: [step('a'), { ...step('a'), id: 'b' }] }),
    'What you paste has two steps that expressions cannot tell apart',
  ],
  [
    'a loose end',
    piece({ edges: [{ from: 'a', to: 'b' }] }),
    'What you paste has a connection to a step that is not part of it',
  ],
  ['a circle', piece({ edges: [{ from: 'a', to: 'a' }] }), 'What you paste leads back to itself'],
  [
    'a name that reaches behind objects',
    piece({}).replace('"config":{}', '"config":{"__proto__":{"x":1}}'),
    'What you paste has a property whose name is not allowed',
  ],
  ['a book', `{${' '.repeat(2_000_000)}}`, 'What you paste has more than 2 MB'],
])('%s is refused with a reason', (_, text, reason) => {
  const result = readFragment(text)
  expect(result.ok ? '' : result.refusal.message).toMatch(reason)
})

test('nothing secret leaves: what names a secret, and what is called like one', () => {
  const schema = { properties: { credential: { control: 'secret' }, url: {} } }
  const config = {
    credential: 'stripe-key',
    url: 'https://me:hunter2@example.com/a?b=c@d',
    headers: { Authorization: 'Bearer hunter2', accept: 'text/plain', 'X-API-Key': '{{ vars.key }}' },
    pairs: [
      { name: 'cookie', value: 'hunter2' },
      { name: 'page', value: '2' },
    ],
    password: ['hunter2'],
  }
  expect(withoutSecrets(config, schema)).toEqual({
    url: 'https://example.com/a?b=c@d',
    headers: { Authorization: '', accept: 'text/plain', 'X-API-Key': '{{ vars.key }}' },
    pairs: [
      { name: 'cookie', value: '' },
      { name: 'page', value: '2' },
    ],
    password: [''],
  })
  const text = fragmentText(graphOf([step('a', { config })]), ['a'], () => schema)
  expect(text).not.toMatch(/hunter2|stripe-key/)
})

test.each(['X-Gitlab-Token', 'X-Shopify-Access-Token', 'Private-Key', 'passphrase', 'credentials', 'newPassword'])(
  'what stands under %s is not copied',
  (name) => {
    const config = { headers: { [name]: 'hunter2' }, pairs: [{ name, value: 'hunter2' }] }
    expect(withoutSecrets(config, undefined)).toEqual({ headers: { [name]: '' }, pairs: [{ name, value: '' }] })
  },
)

test.each([
  ['client_secret=hunter2&grant_type=x', 'client_secret=&grant_type=x'],
  ['https://x.example/?api_key=hunter2&page=2', 'https://x.example/?api_key=&page=2'],
  ['see https://x.example/a?page=2&Access-Token=hunter2#top.', 'see https://x.example/a?page=2&Access-Token=#top.'],
  ['<a href="https://x.example/?a=1&amp;key=hunter2">', '<a href="https://x.example/?a=1&amp;key=">'],
  ['https://x.example/cb#access_token=hunter2', 'https://x.example/cb#access_token='],
  ['grant_type=password&client_secret=hunter2', 'grant_type=password&client_secret='],
  ['https://me:hun@ter2@x.example:8080/', 'https://x.example:8080/'],
  ['postgres://me:hunter2@db.example/shop?sslmode=require', 'postgres://db.example/shop?sslmode=require'],
  [
    '{{ "https://x.example/?token=hunter2&page=" + steps.a.page }}',
    '{{ "https://x.example/?token=&page=" + steps.a.page }}',
  ],
  ['https://x.example/?token={{ vars.token }}&sig=hunter2', 'https://x.example/?token={{ vars.token }}&sig='],
])('the secrets in %s are not copied', (text, expected) => {
  expect(withoutSecrets({ url: text }, undefined)).toEqual({ url: expected })
})

test.each([
  'https://x.example/?keys=1&monkey=2&tokens=3&page=4',
  '{{ steps.a.?token=="x" && steps.a.b&&token==1 }}',
  'a&&token=f()',
  'token=f()',
  `fetch(\`https://x.example/?token=\${token}\`)`,
  'https://x.example/@me?mail=a@b.example',
])('nothing is taken from %s', (text) => {
  expect(withoutSecrets({ text }, undefined)).toEqual({ text })
})

test('a long text that could become an address at each of its words is gone through once', () => {
  const text = 'a.'.repeat(250_000)
  expect(withoutSecrets({ text }, undefined)).toEqual({ text })
})

test.each([
  ['{{ steps.a.x }} and {{ steps . a["a"] }}', '{{ steps.z.x }} and {{ steps . z["a"] }}'],
  ['{{ steps["a"].x + steps[\'a\'] }}', '{{ steps["z"].x + steps[\'z\'] }}'],
  ['{{ steps.?a.orValue(1) + steps[?"a"].orValue(1) }}', '{{ steps.?z.orValue(1) + steps[?"z"].orValue(1) }}'],
  ['{{ "steps.a" + r"\\d steps.a" + steps.a }}', '{{ "steps.a" + r"\\d steps.a" + steps.z }}'],
  ['{{ """steps.a "quoted" """ + trigger.steps.a }}', '{{ """steps.a "quoted" """ + trigger.steps.a }}'],
  ['{{ steps.ab + mysteps.a }} steps.a', '{{ steps.ab + mysteps.a }} steps.a'],
  ['{{ steps.a // steps.a\n + steps.a }}', '{{ steps.z // steps.a\n + steps.z }}'],
  ['{{ steps.a', '{{ steps.a'],
  ['{{ steps.b }}', '{{ steps.a }}'],
])('%s names the step by its new key', (text, expected) => {
  const keys = new Map([
    ['a', 'z'],
    ['b', 'a'],
  ])
  expect(withKeys(step('n', { config: { deep: [{ text }] } }), keys).config).toEqual({ deep: [{ text: expected }] })
})

test('what was pasted is a graph that the server accepts', () => {
  const { graph: pasted } = pasteFragment(graph, read(fragmentText(graph, ['a', 'b', 'c'], noSchema)), { x: 0, y: 0 })
  expect(Graph.parse(pasted)).toEqual(pasted)
})
