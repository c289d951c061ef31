import type { Graph } from '#src/lib/graph/graph.schema.ts'
import type { Draft } from './draft.ts'

export interface CopyCalls<Copy> {
  readonly create: (name: string, graph: Graph) => Promise<Copy>
  /** Puts a later state into the copy. */
  readonly save: (copy: Copy, graph: Graph) => Promise<Copy>
}

/**
 * Puts a draft that clashes into a workflow of its own, with what is changed until it is there; only then is it let go
 * of here. Asked again meanwhile, it is the same copy.
 */
export function createCopying<Copy>(draft: Draft, { create, save }: CopyCalls<Copy>) {
  const clashes = () => draft.getState().phase === 'conflict'
  let going: Promise<Copy> | undefined
  async function copyAll(name: string): Promise<Copy> {
    let { graph } = draft.getState()
    let copy = await create(name, graph)
    // Whoever has settled it otherwise meanwhile goes on in the draft, and the copy is what was asked for.
    while (clashes() && draft.getState().graph !== graph) {
      graph = draft.getState().graph
      copy = await save(copy, graph)
    }
    if (clashes()) draft.abandon()
    return copy
  }
  return (name: string): Promise<Copy> => {
    going ??= copyAll(name).finally(() => {
      going = undefined
    })
    return going
  }
}
