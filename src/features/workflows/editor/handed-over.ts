import type { Done } from '#src/lib/graph/history.ts'

const waiting = new Map<string, readonly Done[]>()

/** What was done to a draft on another page than its editor: once that opens, its undo takes it back. */
export function handOver(workflowId: string, done: readonly Done[]): void {
  waiting.set(workflowId, [...(waiting.get(workflowId) ?? []), ...done])
}

export function takeHandedOver(workflowId: string): readonly Done[] {
  const done = waiting.get(workflowId) ?? []
  waiting.delete(workflowId)
  return done
}
