import type { Engine } from '#src/engine/engine.ts'
import { EngineError } from '#src/engine/engine-error.ts'
import { conflict, unavailable } from '#src/server/http/app-error.ts'

function told(error: unknown): unknown {
  if (!(error instanceof EngineError)) return error
  if (error.code === 'QUOTA_EXCEEDED') return conflict(error.code, error.message)
  return error.code === 'TOO_MUCH_AT_WORK' ? unavailable(error.message) : error
}

const telling =
  <Given extends unknown[], T>(work: (...given: Given) => Promise<T>) =>
  (...given: Given): Promise<T> =>
    work(...given).catch((error: unknown) => {
      throw told(error)
    })

/** Says what there is no room for as people and programs are told it. */
export const tellingRefusals = (engine: Engine): Engine => ({
  ...engine,
  start: telling(engine.start),
  startAndWait: telling(engine.startAndWait),
  enqueue: telling(engine.enqueue),
})
