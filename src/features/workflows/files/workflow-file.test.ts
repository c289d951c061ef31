import { expect, test } from 'vitest'
import { Graph } from '#src/lib/graph/graph.schema.ts'
import { billReceived } from '../starter-workflow.ts'
import { parseFile, type ReadFile, readFile, writeFile } from './workflow-file.ts'

function read(text: string): ReadFile {
  const parsed = parseFile(text)
  return parsed.ok ? readFile(parsed.value) : parsed
}
const readJson = (value: unknown) => read(JSON.stringify(value))
const problemsOf = (result: ReadFile) => (result.ok ? [] : result.problems)
const file = (changes: object = {}) => ({ ...writeFile({ name: 'Bill', graph: billReceived }), ...changes })
const node = (id: string, changes: object = {}) => ({ id, key: id, type: 'set', name: id, ...changes })
const withGraph = (graph: object) => file({ graph })

test('what was written is read again, under new ids and with the same wiring', () => {
  const result = readJson(file())
  if (!result.ok) throw new Error(result.problems[0]?.message)
  const { name, graph } = result.file
  expect(name).toBe('Bill')
  const place = (one: Graph, id: string) => one.nodes.findIndex((each) => each.id === id)
  const places = (one: Graph) => one.edges.map(({ from, port, to }) => [place(one, from), port, place(one, to)])
  expect(places(graph)).toEqual(places(billReceived))
  const ids = graph.nodes.map(({ id }) => id)
  expect(ids.filter((id) => billReceived.nodes.some((before) => before.id === id))).toEqual([])
  expect(new Set(ids).size).toBe(billReceived.nodes.length)
  const withoutIds = ({ nodes }: Graph) => nodes.map(({ id: _, ...rest }) => rest)
  expect(withoutIds(graph)).toEqual(withoutIds(Graph.parse(billReceived)))
})

test('a bare graph, as the API gives it, is version 0', () => {
  const result = readJson(billReceived)
  expect(result).toMatchObject({ ok: true, file: { name: 'Imported workflow' } })
})

test.each([
  ['text that is no JSON', '{"a":', '', /^The file must be JSON: /],
  ['a list', '[]', '', /^The file must hold an object$/],
  ['201 levels', '['.repeat(201), '', /^The file must be nested at most 200 levels deep$/],
  ['more than two million characters', ' '.repeat(2_000_001), '', /^The file has more than 2 MB$/],
  [
    '__proto__',
    '{"graph": {"a": [{"__proto__": {"x": 1}}]}}',
    'graph.a.0.__proto__',
    /^No property may have this name$/,
  ],
  ['constructor', '{"constructor": {}}', 'constructor', /^No property may have this name$/],
])('%s is refused', (_, text, path, message) => {
  expect(problemsOf(read(text))).toEqual([{ path, message: expect.stringMatching(message) }])
})

test.each([
  ['something else', { hello: 1 }, 'format', 'This is not the file of a workflow'],
  ['a newer version', file({ version: 2 }), 'version', 'Version 2 is newer than this server, which reads up to 1'],
  ['half a version', file({ version: 0.5 }), 'version', 'The version must be a whole number'],
  ['a field of the file that is unknown', file({ owner: 'me' }), '', 'There is no such field: owner'],
  [
    'a field of a node that is unknown',
    withGraph({ nodes: [node('a', { evil: 1 })] }),
    'graph.nodes.0',
    'There is no such field: evil',
  ],
  [
    'an id that repeats',
    withGraph({ nodes: [node('a'), node('a', { key: 'b' })] }),
    'graph.nodes.1.id',
    'Two steps have the id "a"',
  ],
  [
    'a key that repeats',
    withGraph({ nodes: [node('a'), node('b', { key: 'a' })] }),
    'graph.nodes.1.key',
    'Two steps have the key "a"',
  ],
  [
    'a key that no expression can name',
    withGraph({ nodes: [node('in')] }),
    'graph.nodes.0.key',
    'Expressions cannot name a step "in"',
  ],
  [
    'an edge to nowhere',
    withGraph({ nodes: [node('a')], edges: [{ from: 'a', to: 'x' }] }),
    'graph.edges.0.to',
    'There is no step "x"',
  ],
  [
    'a circle',
    withGraph({
      nodes: [node('a'), node('b')],
      edges: [
        { from: 'a', to: 'b' },
        { from: 'b', to: 'a' },
      ],
    }),
    'graph.edges',
    'These steps form a circle: b, a',
  ],
])('%s is refused', (_, value, path, message) => {
  expect(problemsOf(readJson(value))).toEqual([{ path, message }])
})

test('too many nodes are refused, and at most twenty reasons given', () => {
  const many = Array.from({ length: 1001 }, (_, n) => node(`n${n}`))
  expect(problemsOf(readJson(withGraph({ nodes: many })))).toMatchObject([{ path: 'graph.nodes' }])
  const wrong = Array.from({ length: 30 }, (_, n) => ({ from: 'x', to: `y${n}` }))
  expect(problemsOf(readJson(withGraph({ nodes: [], edges: wrong })))).toHaveLength(20)
})
