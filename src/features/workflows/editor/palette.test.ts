import { expect, test } from 'vitest'
import type { NodeTypeEntry } from '#src/features/node-types/node-types.schema.ts'
import type { Spot } from '#src/lib/graph/add.ts'
import { Graph } from '#src/lib/graph/graph.schema.ts'
import { createNodes, nodeCatalog } from '#src/nodes/index.ts'
import { billReceived, emptyWorkflow } from '../starter-workflow.ts'
import { nodeTypesByName } from './graph-edit.ts'
import { fits, isCalled, isUndecided, paletteGroups, spotText, usualSpot } from './palette.ts'

const types = nodeTypesByName(nodeCatalog(createNodes({ isPureTool: () => true })) as unknown as NodeTypeEntry[])
const nothing = Graph.parse({})
const behindTip: Spot = { after: 'n_tip', port: 'out' }

test.each([
  ['webhook', nothing, { at: { x: 0, y: 0 } }, true],
  ['set', nothing, { at: { x: 0, y: 0 } }, false],
  ['webhook', emptyWorkflow, { after: 'n_start' }, false],
  ['set', emptyWorkflow, { after: 'n_start' }, true],
  ['stop', emptyWorkflow, { after: 'n_start' }, true],
  // What ends a run stands at an end.
  ['stop', billReceived, behindTip, false],
  ['stop', billReceived, { on: { from: 'n_tip', port: 'out', to: 'n_large' } }, false],
  ['if', billReceived, { on: { from: 'n_tip', port: 'out', to: 'n_large' } }, true],
  ['note', billReceived, { on: { from: 'n_tip', port: 'out', to: 'n_large' } }, false],
  ['note', billReceived, { from: 'n_tip', port: 'out', at: { x: 0, y: 0 } }, false],
  ['note', billReceived, { at: { x: 0, y: 0 } }, true],
  // So it does not lead to what stands there either.
  ['stop', billReceived, { to: 'n_tip', at: { x: 0, y: 0 } }, false],
  ['note', billReceived, { to: 'n_tip', at: { x: 0, y: 0 } }, false],
  ['webhook', billReceived, { to: 'n_tip', at: { x: 0, y: 0 } }, false],
  ['if', billReceived, { to: 'n_tip', at: { x: 0, y: 0 } }, true],
] as const)('whether %s can be added there', (name, graph, spot, fitting) => {
  const type = types.get(name)
  expect(type && fits(type, { graph, types, spot })).toBe(fitting)
})

test('what was added last stands first, and only once', () => {
  const groups = paletteGroups({
    graph: emptyWorkflow,
    types,
    spot: { after: 'n_start' },
    recent: ['http', 'webhook', 'if'],
    typed: '',
  })
  expect(groups.map(({ heading }) => heading)).toEqual(['Recent', 'Do something', 'Decide and repeat', 'Remember'])
  expect(groups[0]?.entries.map(({ type }) => type)).toEqual(['http', 'if'])
  expect(groups.flatMap(({ entries }) => entries).filter(({ type }) => type === 'http')).toHaveLength(1)
})

test('three letters find a step, the one that is called so first', () => {
  const found = (typed: string) =>
    paletteGroups({ graph: emptyWorkflow, types, spot: { after: 'n_start' }, recent: [], typed })[0]?.entries[0]?.type
  expect([found('htt'), found('swi'), found('loo'), found('zzz')]).toEqual(['http', 'switch', 'loop', undefined])
})

test('of steps that answer alike to what was typed, the one that was added last stands first', () => {
  const found = (recent: string[]) =>
    paletteGroups({ graph: emptyWorkflow, types, spot: { after: 'n_start' }, recent, typed: 's' })[0]?.entries.map(
      ({ type }) => type,
    )
  const [first, second, third] = found([]) ?? []
  expect(found([third ?? '', second ?? ''])?.slice(0, 3)).toEqual([third, second, first])
  // Not before what is called so.
  expect(found(['if'])?.[0]).toBe(first)
})

test.each([
  ['email', 'mail'],
  ['e-mail', 'mail'],
  ['delay', 'wait'],
  ['sleep', 'wait'],
  ['wiat', 'wait'],
  ['reply', 'respond'],
  ['api', 'http'],
  ['fetch', 'http'],
  ['htpp', 'http'],
  ['branch', 'if'],
  ['iterate', 'loop'],
  ['calculator', 'tool'],
  ['javascript', 'code'],
  ['llm', 'ai'],
])('who looks for %s finds %s', (typed, type) => {
  const [found] = paletteGroups({ graph: emptyWorkflow, types, spot: { after: 'n_start' }, recent: [], typed })
  expect(found?.entries[0]?.type).toBe(type)
})

test('a word of three letters is found as it is typed: who looks for set does not mean get', () => {
  const [found] = paletteGroups({ graph: emptyWorkflow, types, spot: { after: 'n_start' }, recent: [], typed: 'set' })
  expect(found?.entries.map(({ type }) => type)).toEqual(['set'])
})

test.each([
  ['Tip Calculator', 'tip calc', true],
  ['Tip Calculator', 'calc', true],
  ['Time Zone Converter', 'set', false],
])('“%s” is called “%s”: %s', (title, typed, is) => {
  expect(isCalled(title, typed)).toBe(is)
})

test('a step goes behind the chosen one, else behind the last one that leads nowhere yet', () => {
  expect(usualSpot(billReceived, types, 'n_tip')).toEqual({ after: 'n_tip' })
  expect(usualSpot(billReceived, types, 'gone')).toEqual({ at: { x: 0, y: 0 } })
  const stopped = Graph.parse({
    nodes: [
      { id: 's', key: 's', type: 'manual', name: 'Start' },
      { id: 'if', key: 'if', type: 'if', name: 'If' },
      { id: 'end', key: 'end', type: 'stop', name: 'End' },
      { id: 'memo', key: 'memo', type: 'note', name: 'Memo' },
    ],
    edges: [
      { from: 's', to: 'if' },
      { from: 'if', port: 'true', to: 'end' },
    ],
  })
  // Nothing follows what ends a run, or a note.
  for (const inHand of ['end', 'memo']) expect(usualSpot(stopped, types, inHand)).toEqual({ after: 'if' })
  expect(usualSpot(emptyWorkflow, types, undefined)).toEqual({ after: 'n_start' })
  const twoEnds = Graph.parse({
    nodes: [
      { id: 's', key: 's', type: 'manual', name: 'Start' },
      { id: 'one', key: 'one', type: 'set', name: 'One' },
      { id: 'two', key: 'two', type: 'set', name: 'Two' },
    ],
    edges: [
      { from: 's', to: 'one' },
      { from: 's', to: 'two' },
    ],
  })
  expect(usualSpot(twoEnds, types, undefined)).toEqual({ after: 'two' })
})

test('a spot in words', () => {
  expect(spotText(behindTip, billReceived, types)).toBe('After Work out the tip')
  const oneBranch = { ...billReceived, edges: billReceived.edges.filter(({ port }) => port !== 'false') }
  expect(spotText({ after: 'n_large' }, oneBranch, types)).toBe('When false, after Is it more than 100?')
  expect(spotText({ from: 'n_large', port: 'true', at: { x: 0, y: 0 } }, billReceived, types)).toBe(
    'When true, after Is it more than 100?',
  )
  expect(spotText({ on: { from: 'n_bill', port: 'out', to: 'n_tip' } }, billReceived, types)).toBe(
    'Between Bill received and Work out the tip',
  )
  expect(spotText({ at: { x: 0, y: 0 } }, billReceived, types)).toBe('On the bench')
  expect(spotText({ to: 'n_tip', at: { x: 0, y: 0 } }, billReceived, types)).toBe('Before Work out the tip')
})

test('what starts it is asked until somebody has chosen it or added a step', () => {
  const [start] = emptyWorkflow.nodes
  expect(isUndecided(nothing)).toBe(true)
  expect(isUndecided(emptyWorkflow)).toBe(true)
  expect(isUndecided(Graph.parse({ ...emptyWorkflow, nodes: [{ ...start, type: 'webhook' }] }))).toBe(false)
  expect(isUndecided(billReceived)).toBe(false)
})
