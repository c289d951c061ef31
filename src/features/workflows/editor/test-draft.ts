import { Graph } from '#src/lib/graph/graph.schema.ts'
import type { History } from '#src/lib/graph/history.ts'
import { createDraft } from './draft.ts'
import type { Kept } from './draft-state.ts'
import type { SaveOutcome } from './save-outcome.ts'

export const start = Graph.parse({ nodes: [{ id: 'n', key: 'a', type: 'set', name: 'start' }] })
export const renamed = (name: string) => (graph: Graph) => ({
  ...graph,
  nodes: graph.nodes.map((node) => ({ ...node, name })),
})
export const nameIn = (graph: Graph) => graph.nodes[0]?.name

/** Time moves when told; each save waits until it is answered. */
export function desk(graph = start, revision = 7) {
  let time = 0
  const said: string[] = []
  const taken: Kept[] = []
  const keeps: (readonly [Kept | null, History])[] = []
  const due = new Map<() => void, number>()
  const sent: {
    name: string | undefined
    revision: number
    keepReplaced: boolean
    answer: (outcome: SaveOutcome) => void
  }[] = []
  const draft = createDraft({
    ...{ graph, revision },
    taken: (kept) => void taken.push(kept),
    say: (text) => void said.push(text),
    keep: (kept, { history }) => void keeps.push([kept, history]),
    now: () => time,
    after: (ms, callback) => {
      due.set(callback, time + ms)
      return () => void due.delete(callback)
    },
    save: (now, revision, { keepReplaced }) =>
      new Promise((answer) => {
        sent.push({ name: nameIn(now), revision, keepReplaced, answer })
      }),
  })
  const pass = (ms: number) => {
    time += ms
    for (const [callback, at] of [...due])
      if (at <= time) {
        due.delete(callback)
        callback()
      }
  }
  const answer = async (outcome: SaveOutcome) => {
    sent.at(-1)?.answer(outcome)
    await new Promise((done) => setImmediate(done))
  }
  return { draft, sent, said, taken, keeps, pass, answer }
}
