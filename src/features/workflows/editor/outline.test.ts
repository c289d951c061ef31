import { expect, test } from 'vitest'
import { Graph } from '#src/lib/graph/graph.schema.ts'
import { billReceived } from '../starter-workflow.ts'
import { afterText, outlineOf } from './outline.ts'

/** "a>b a.true>c" → nodes a, b, c and these edges. */
function graphOf(text: string): Graph {
  const edges = text.split(' ').map((part) => {
    const [source = '', to = ''] = part.split('>')
    const [from = '', port = 'out'] = source.split('.')
    return { from, port, to }
  })
  const ids = [...new Set(edges.flatMap(({ from, to }) => [from, to]))].filter((id) => id !== '')
  return Graph.parse({
    nodes: ids.map((id) => ({ id, key: id, type: 'set', name: id })),
    edges: edges.filter(({ to }) => to !== ''),
  })
}
const shown = (graph: Graph) =>
  outlineOf(graph).map(({ node, depth, branch, after, loose }) =>
    [`${'-'.repeat(depth)}${node.name}`, branch?.port, afterText(after), loose && 'loose'].filter(Boolean).join(' '),
  )

test.each([
  ['a>b b>c', ['a', 'b', 'c']],
  ['a>f f.true>b b>c f.false>d', ['a', 'f', '-b true', '-c', '-d false']],
  ['a>f f.true>b f.false>c b>j c>j j>z', ['a', 'f', '-b true', '-c false', 'j after b and c', 'z']],
  ['f.true>j f.false>j', ['f', 'j']],
  ['f.true>g g.true>x g.false>y f.false>z', ['f', '-g true', '--x true', '--y false', '-z false']],
  [
    'f.true>g g.true>x g.false>y x>j y>j f.false>z',
    ['f', '-g true', '--x true', '--y false', '-j after x and y', '-z false'],
  ],
  ['a>l l.done>z l.item>x x>y', ['a', 'l', '-x item', '-y', 'z after l']],
  ['l.item>m m.item>x m.done>y l.done>z', ['l', '-m item', '--x item', '-y after m', 'z after l']],
  ['a>b c>d', ['a', 'b', 'c loose', 'd']],
  ['a>b b>c c>b', ['a', 'b after a and c', 'c']],
  ['a>b a>c a>d', ['a', 'b', 'c after a', 'd after a']],
  ['a>b a>c a>d b>j c>j d>j', ['a', 'b', 'c after a', 'd after a', 'j after b, c and d']],
])('%s', (text, rows) => {
  expect(shown(graphOf(text))).toEqual(rows)
})

test('the starter workflow', () => {
  expect(shown(billReceived)).toEqual([
    'Bill received',
    'Work out the tip',
    'Is it more than 100?',
    '-Answer: worth splitting true',
    '-Answer: pay it false',
  ])
  expect(outlineOf(billReceived)[3]?.branch).toEqual({ from: 'n_large', of: 'Is it more than 100?', port: 'true' })
})

test('an empty graph has no rows', () => {
  expect(outlineOf(Graph.parse({}))).toEqual([])
})
