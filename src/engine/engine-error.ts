import type { SizeRefusal } from './engine.ts'
import { tooMuchAtWork } from './failures.ts'

/** What the engine refuses to start. `code` is stable; `message` is for people. */
export class EngineError extends Error {
  readonly code: 'INVALID_GRAPH' | 'TOO_MANY_RUNS' | 'QUOTA_EXCEEDED' | 'TOO_MUCH_AT_WORK'
  constructor(code: EngineError['code'], message: string) {
    super(message)
    this.name = 'EngineError'
    this.code = code
  }
}

export const invalidGraph = (message: string) => new EngineError('INVALID_GRAPH', message)
export const tooManyRuns = (limit: number) =>
  new EngineError('TOO_MANY_RUNS', `${limit} runs of this account are at work. Try again in a moment.`)

/** A run whose input alone is more than there is room for. */
export const noRoomFor = ({ code, message }: SizeRefusal) =>
  new EngineError(code === tooMuchAtWork.code ? 'TOO_MUCH_AT_WORK' : 'QUOTA_EXCEEDED', message)
