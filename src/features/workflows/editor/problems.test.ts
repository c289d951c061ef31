import { expect, test } from 'vitest'
import { Graph } from '#src/lib/graph/graph.schema.ts'
import { setConfig } from './graph-edit.ts'
import { placesOf, problemAt, problemsFrom, problemsOf, sortedProblems, stillOpen } from './problems.ts'

const graph = Graph.parse({
  nodes: ['n', 'n.a', 'm'].map((id, index) => ({ id, key: `k${index}`, type: 'set', name: id })),
})

test('details of a refusal become problems at their places', () => {
  const problems = problemsFrom(
    [
      { field: 'm.url', message: 'Not an address' },
      { field: 'n.a.body.x', message: 'No such step' },
      { field: 'n.', message: 'Nothing leads to "n"' },
      { field: '.', message: 'Nothing starts this workflow' },
    ],
    graph,
  )
  expect(problems).toEqual([
    { message: 'Not an address', nodeId: 'm', path: 'url' },
    { message: 'No such step', nodeId: 'n.a', path: 'body.x' },
    { message: 'Nothing leads to "n"', nodeId: 'n', path: '' },
    { message: 'Nothing starts this workflow' },
  ])
  expect(problemsOf(problems, 'n.a')).toEqual([problems[1]])
})

test('a setting shows what is wrong with it or in it, not with its namesakes', () => {
  const problems = [
    { message: 'deep', nodeId: 'n', path: 'body.a' },
    { message: 'other', nodeId: 'n', path: 'bodyKind' },
  ]
  expect(problemAt(problems, 'body')).toBe('deep')
  expect(problemAt(problems, 'bodyKind')).toBe('other')
  expect(problemAt(problems, 'bod')).toBeUndefined()
})

test('the way to a place goes from the exact field to the step', () => {
  expect(placesOf('n', 'body.a')).toEqual(['n.body.a', 'n.body', 'step-n'])
  expect(placesOf('n')).toEqual(['step-n'])
})

test('a problem goes when its setting changes, and what concerns the shape goes with the shape', () => {
  const problems = [
    { message: 'whole' },
    { message: 'no way in', nodeId: 'n', path: '' },
    { message: 'url', nodeId: 'm', path: 'url' },
    { message: 'body', nodeId: 'm', path: 'body.a' },
  ]
  const messages = (now: Graph) => stillOpen(problems, graph, now).map(({ message }) => message)
  expect(messages(graph)).toEqual(['whole', 'no way in', 'url', 'body'])
  expect(messages(setConfig(graph, 'm', 'url', 'https://example.com'))).toEqual(['whole', 'no way in', 'body'])
  expect(messages(setConfig(graph, 'm', 'body', { a: 1 }))).toEqual(['whole', 'no way in', 'url'])
  expect(messages({ ...graph, edges: [] })).toEqual(['url', 'body'])
  expect(messages({ ...graph, nodes: graph.nodes.slice(0, 2) })).toEqual([])
})

test('what stands in the way is told apart from what deserves a look', () => {
  const found = [
    { severity: 'warning' as const, message: 'Is that meant?', nodeId: 'a', path: undefined },
    { severity: 'error' as const, message: 'Nothing starts it' },
    { severity: 'error' as const, message: 'Required', nodeId: 'a', path: 'url' },
  ]
  expect(sortedProblems(found)).toEqual({
    errors: [{ message: 'Nothing starts it' }, { message: 'Required', nodeId: 'a', path: 'url' }],
    warnings: [{ message: 'Is that meant?', nodeId: 'a' }],
  })
})
