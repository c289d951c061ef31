/** What the engine refuses to start. `code` is stable; `message` is for people. */
export class EngineError extends Error {
  readonly code: 'INVALID_GRAPH' | 'TOO_MANY_RUNS'
  constructor(code: EngineError['code'], message: string) {
    super(message)
    this.name = 'EngineError'
    this.code = code
  }
}

export const invalidGraph = (message: string) => new EngineError('INVALID_GRAPH', message)
export const tooManyRuns = (limit: number) =>
  new EngineError('TOO_MANY_RUNS', `${limit} runs of this account are at work. Try again in a moment.`)
