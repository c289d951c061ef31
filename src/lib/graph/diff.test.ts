import fc from 'fast-check'
import { expect, test } from 'vitest'
import { diffGraphs, diffText, settingChanges, stepChanges } from './diff.ts'
import { anyGraph, edge, graphOf, step } from './graph.fixture.ts'

const config = { url: 'https://a.test', headers: { accept: 'x' }, list: [1, 2], body: null }
const before = graphOf(['a', step('b', { config }), 'gone'], ['a b', 'b gone'])

test('nodes and edges that came, went and changed, with the fields that differ', () => {
  const after = graphOf(
    [
      step('a', { name: 'Another name', disabled: true }),
      step('b', { config: { ...config, url: 'https://b.test', headers: { other: 'y' }, list: [1, 3], body: {} } }),
      'new',
    ],
    ['a b', 'b.error new'],
  )
  expect(diffGraphs(before, { ...after, settings: { timeoutMs: 5 } })).toEqual({
    nodes: {
      added: [{ id: 'new', name: 'new' }],
      removed: [{ id: 'gone', name: 'gone' }],
      changed: [
        { id: 'a', name: 'Another name', fields: ['name', 'disabled'] },
        {
          id: 'b',
          name: 'b',
          fields: ['config.url', 'config.headers.accept', 'config.headers.other', 'config.list.1', 'config.body'],
        },
      ],
    },
    edges: { added: [edge('b.error new')], removed: [edge('b gone')] },
    settings: ['timeoutMs'],
  })
})

test('a list of another length differs as a whole, and so does one that becomes an object', () => {
  const fieldsFor = (list: (typeof config.list | object) & {}) =>
    diffGraphs(
      before,
      graphOf(['a', step('b', { config: { ...config, list: list as never } }), 'gone'], ['a b', 'b gone']),
    ).nodes.changed[0]?.fields
  expect(fieldsFor([1])).toEqual(['config.list'])
  expect(fieldsFor({ 0: 1, 1: 2 })).toEqual(['config.list'])
})

test('no graph differs from itself, in words neither', () => {
  fc.assert(fc.property(anyGraph, (graph) => diffText(diffGraphs(graph, structuredClone(graph))) === ''))
})

test('in words', () => {
  expect(diffText(diffGraphs(before, graphOf(['a', step('b', { config, name: 'B' }), 'c', 'd'], ['a b', 'b c'])))).toBe(
    '2 steps added, 1 step removed, 1 step changed, 1 connection added, 1 connection removed',
  )
})

test('each step that differs, with what it was and what it is', () => {
  const before = graphOf([step('a', { config: { url: 'x', list: [1] } }), step('b'), step('c')])
  const after = graphOf([
    step('a', { config: { list: [1, 2], more: null }, position: { x: 8, y: 0 } }),
    step('c', { position: { x: 8, y: 0 } }),
    step('d'),
  ])
  expect(stepChanges(before, after)).toEqual([
    {
      ...{ id: 'a', name: 'a', mark: 'changed' },
      fields: [
        { path: 'config.url', before: 'x', after: undefined },
        { path: 'config.list', before: [1], after: [1, 2] },
        { path: 'config.more', before: undefined, after: null },
      ],
    },
    { id: 'b', name: 'b', mark: 'removed', fields: [] },
    { id: 'd', name: 'd', mark: 'added', fields: [] },
    { id: 'c', name: 'c', mark: 'moved', fields: [] },
  ])
  expect(stepChanges(before, before)).toEqual([])
  expect(settingChanges(before, { ...before, settings: { timeoutMs: 5 } })).toEqual([
    { path: 'timeoutMs', before: undefined, after: 5 },
  ])
})
