import { createGuestEngine } from '#src/features/tool-runs/guest-engine.web.tsx'
import { endedByHostStack } from '#src/sandbox/failures.ts'
import type { JsonObject } from '#src/sdk/json.ts'
import type { Trial } from './creator-tools.schema.ts'
import { createExpressionTrials } from './expression-trials.web.tsx'
import { type Computation, toProgram, toTrial } from './to-trial.ts'

/** Runs drafts where they are written, with the languages and limits of the server's sandbox. */
export function createLocalTrials() {
  const expressions = createExpressionTrials()
  const engine = createGuestEngine()
  return {
    /** Undefined where only the server knows, or another run came first. Rejects when something could not be loaded. */
    async run(content: Computation, input: JsonObject): Promise<Trial | undefined> {
      const program = toProgram(content)
      const done =
        'outputs' in program
          ? await expressions.run({ outputs: program.outputs, input })
          : await engine.run({ ...program, input })
      if (done?.outcome === undefined || endedByHostStack(done.outcome)) return undefined
      return toTrial(content, done.outcome, done.durationMs)
    },
    stop: engine.stop,
    close() {
      expressions.close()
      engine.close()
    },
  }
}
export type LocalTrials = ReturnType<typeof createLocalTrials>
