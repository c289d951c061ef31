import type { EngineHost } from '#src/engine/engine.ts'
import type { RunFailure, Sandbox } from '#src/sandbox/sandbox.ts'
import type { Json } from '#src/sdk/json.ts'
import { NodeError } from '#src/sdk/node-error.ts'
import { LIMITS } from '#src/sdk/sandbox-limits.ts'

const MB = 1024 * 1024

/** The sandbox speaks of tools; here the code is a step's own. */
function messageOf({ code, message, line }: RunFailure): string {
  switch (code) {
    case 'TIME_LIMIT':
      return `The code was stopped after ${LIMITS.ms / 1000} s of processor time`
    case 'MEMORY_LIMIT':
      return `The code was stopped at ${LIMITS.memoryBytes / MB} MB of memory`
    default: {
      const sentence = message.replaceAll('The tool', 'The code')
      return line === undefined ? sentence : `${sentence} (line ${line})`
    }
  }
}

const toNodeError = (failure: RunFailure) =>
  new NodeError({
    code: failure.code === 'TOOL_ERROR' ? 'CODE_ERROR' : failure.code,
    message: messageOf(failure),
    permanent: true,
    ...(failure.console && failure.console.length > 0 && { technical: failure.console.join('\n') }),
  })

const linesOf = (written: Json | undefined): string[] => (Array.isArray(written) ? written.map(String) : [])

/** How steps run their own JavaScript: in the sandbox, in the slot of the workflow's owner. */
export const createCodeRunner =
  (sandbox: Sandbox): NonNullable<EngineHost['runCode']> =>
  async (script, input, { ownerId }) => {
    const outcome = await sandbox.run({ script, input, account: ownerId })
    if (outcome.ok) {
      const { value = null, console } = outcome.outputs
      return { value, console: linesOf(console) }
    }
    const { error } = outcome
    if ('retryAfter' in error)
      throw new NodeError({ ...error, permanent: false, retryAfterMs: error.retryAfter * 1000 })
    throw toNodeError(error)
  }
