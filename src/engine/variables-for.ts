import type { RunFacts } from './attempt.ts'
import { chooseVariables } from './decide/variables-read.ts'
import type { EngineHost, EngineTransaction } from './engine.ts'
import type { Plan } from './plan.ts'

/** What a run keeps of its account's variables: those that its expressions read, as they are when it is accepted. */
export type VariablesFor = (
  ownerId: string,
  plan: Plan,
  transaction?: EngineTransaction,
) => Promise<Pick<RunFacts, 'vars'>>

export const createVariablesFor =
  (host: EngineHost): VariablesFor =>
  async (ownerId, { reads }, transaction) => {
    if (reads !== 'all' && reads.size === 0) return {}
    return { vars: chooseVariables((await host.variables?.(ownerId, transaction)) ?? {}, reads) }
  }
