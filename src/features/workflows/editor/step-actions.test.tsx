import { expect, test } from 'vitest'
import { graphOf, step } from '#src/lib/graph/graph.fixture.ts'
import type { Graph } from '#src/lib/graph/graph.schema.ts'
import { COMMANDS } from './keymap.ts'
import { stepActions } from './step-actions.web.tsx'

/** What a menu does to the steps. */
function menuOf(graph: Graph, id: string) {
  const done: string[] = []
  const gestures = new Proxy({}, { get: (_, name) => (ids: string[]) => void done.push(`${String(name)} ${ids}`) })
  const node = graph.nodes.find((one) => one.id === id) ?? step(id)
  const options = { graph, node, types: new Map(), trial: { pins: {} }, gestures }
  const items = stepActions(options as unknown as Parameters<typeof stepActions>[0])
  return {
    items: items.map(({ label }) => label),
    done,
    choose: (label: string) => items.find((item) => item.label === label)?.onSelect?.(),
  }
}

test('what a menu calls as a key is called does the same: Remove leaves a gap, and joining has a name of its own', () => {
  const labels = ['remove', 'removeHealing'].map((id) => COMMANDS.find((command) => command.id === id)?.label ?? '')
  const { done, choose } = menuOf(graphOf(['a', 'b', 'c'], ['a b', 'b c']), 'b')
  for (const label of labels) choose(label)
  expect(done).toEqual(['remove b', 'removeHealing b'])
})

test('joining is offered where a step stands between others', () => {
  const graph = graphOf(['a', 'b', 'c'], ['a b', 'b c'])
  const joins = ['a', 'b', 'c'].filter((id) =>
    menuOf(graph, id).items.some((label) => label.startsWith('Remove and join')),
  )
  expect(joins).toEqual(['b'])
})
