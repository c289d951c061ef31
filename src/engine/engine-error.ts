/** What the engine refuses to start. `code` is stable; `message` is for people. */
export class EngineError extends Error {
  readonly code: 'INVALID_GRAPH'
  constructor(code: 'INVALID_GRAPH', message: string) {
    super(message)
    this.name = 'EngineError'
    this.code = code
  }
}

export const invalidGraph = (message: string) => new EngineError('INVALID_GRAPH', message)
