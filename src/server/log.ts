import { type Logger, pino } from 'pino'
import type { Env } from './env.ts'

export type { Logger }

const SECRETS = ['password', 'token', 'secret', 'authorization', 'cookie']

/** One JSON object per line on standard output; well-known secret fields never appear. */
export function createLogger({ logLevel }: Pick<Env, 'logLevel'>): Logger {
  return pino({
    level: logLevel,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label) => ({ level: label }) },
    redact: SECRETS.flatMap((name) => [name, `*.${name}`, `*.*.${name}`]),
  })
}
