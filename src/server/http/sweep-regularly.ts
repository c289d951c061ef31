import type { FastifyInstance } from 'fastify'

const HOUR_MS = 3_600_000

/** Removes what has run out: when the server starts, and every hour until it closes. What fails is logged. */
export function sweepRegularly(app: FastifyInstance, sweeps: readonly (() => Promise<unknown>)[]): void {
  const sweep = () => {
    for (const one of sweeps) one().catch((err: unknown) => app.log.warn({ err }, 'sweep'))
  }
  let hourly: NodeJS.Timeout | undefined
  // A process that is started anew each day, or each hour, would otherwise never get to it.
  app.addHook('onReady', (done) => {
    sweep()
    hourly = setInterval(sweep, HOUR_MS)
    done()
  })
  app.addHook('onClose', (_app, done) => {
    clearInterval(hourly)
    done()
  })
}
