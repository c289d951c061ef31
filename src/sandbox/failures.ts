import type { Limits } from '#src/sdk/sandbox-limits.ts'
import type { RunFailure, RunOutcome } from './sandbox.ts'

const MAX_MESSAGE = 500
/** In the engine's own words, which come with a line. */
const HOST_STACK = 'RangeError: Maximum call stack size exceeded'

/** Every way in which a run can fail, in words for people. */
export const failures = {
  time: ({ ms }: Limits): RunFailure => ({
    code: 'TIME_LIMIT',
    message: `Stopped after ${ms / 1000} s: the tool did not finish in time.`,
  }),
  /** It may have had longer than its limit, so no number of seconds is said to be what it took. */
  deaf: ({ ms }: Limits): RunFailure => ({
    code: 'TIME_LIMIT',
    message: `Ended by force: the tool did not finish in ${ms / 1000} s of processor time, nor stop by itself.`,
  }),
  memory: ({ memoryBytes }: Limits): RunFailure => ({
    code: 'MEMORY_LIMIT',
    message: `Stopped at ${Math.round(memoryBytes / 1024 / 1024)} MB: the tool needs more memory than it may use.`,
  }),
  output: ({ outputBytes }: Limits): RunFailure => ({
    code: 'OUTPUT_LIMIT',
    message: `The outputs are larger than ${Math.round(outputBytes / 1024)} kB.`,
  }),
  depth: (max: number): RunFailure => ({
    code: 'OUTPUT_LIMIT',
    message: `The outputs are nested more than ${max} levels deep.`,
  }),
  thrown: (message: string): RunFailure => ({
    code: 'TOOL_ERROR',
    message: message === '' ? 'The tool threw an error without a message.' : message.slice(0, MAX_MESSAGE),
  }),
  noRun: (): RunFailure => ({ code: 'TOOL_ERROR', message: 'The source must define a function run(input).' }),
  noOutputs: (): RunFailure => ({
    code: 'TOOL_ERROR',
    message: 'run(input) must return an object with the outputs by name.',
  }),
  forbiddenName: (name: string): RunFailure => ({
    code: 'TOOL_ERROR',
    message: `Nothing in the outputs may be named ${name}.`,
  }),
  neverSettles: (): RunFailure => ({
    code: 'TOOL_ERROR',
    message: 'run(input) returned a promise that never settles.',
  }),
  crashed: (): RunFailure => ({ code: 'TOOL_ERROR', message: 'The tool stopped unexpectedly.' }),
  hostStack: (): RunFailure => ({ code: 'TOOL_ERROR', message: HOST_STACK }),
  interrupted: (): RunFailure => ({
    code: 'TOOL_ERROR',
    message: 'The run was interrupted and gave no answer. Please run it again.',
  }),
}

/** Whether it went deeper than this host lets an engine go; a runner's stack is larger, and it might go on there. */
export const endedByHostStack = (outcome: RunOutcome): boolean =>
  !outcome.ok && outcome.error.message === HOST_STACK && outcome.error.line === undefined
