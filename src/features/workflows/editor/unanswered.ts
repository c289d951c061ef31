import type { Graph } from '#src/lib/graph/graph.schema.ts'
import { isSameJson } from '#src/lib/same-json.ts'
import type { Sent } from './draft-state.ts'

/** At most one of them came through, as all name the same revision. What they share is kept once, also in the journal. */
const MOST = 50

export const withSent = (unanswered: readonly Sent[], sent: Sent): readonly Sent[] =>
  unanswered.some(({ graph }) => graph === sent.graph) ? unanswered : [...unanswered, sent].slice(-MOST)

/** The save, sent from here, that the server has. */
export const ownSave = (unanswered: readonly Sent[], graph: Graph): Sent | undefined =>
  unanswered.find((sent) => isSameJson(sent.graph, graph))
