import type { FastifyBaseLogger } from 'fastify'
import { invalidInput, unavailable } from '#src/server/http/app-error.ts'
import type { Scan } from './clamd.ts'

/** By field, what people have sent. */
type Sent = Readonly<Record<string, Uint8Array>>

export type RefuseInfected = (files: Sent) => Promise<void>

const RETRY_S = 60
const notLookedAt = () =>
  unavailable('Files cannot be looked through at the moment, so none is taken. Try again in a minute.', RETRY_S)

/**
 * Throws INVALID_INPUT at each file in which the scanner found something, and UNAVAILABLE when it did not answer: a file
 * that nobody has looked through is not taken. Without a scanner all files are.
 */
export const createRefuseInfected = (scan: Scan | undefined, log: Pick<FastifyBaseLogger, 'error'>): RefuseInfected =>
  async function refuseInfected(files) {
    if (scan === undefined) return
    const verdicts = await Promise.all(
      Object.entries(files).map(async ([field, bytes]) => ({ field, found: await scan(bytes) })),
    ).catch((err: unknown) => {
      log.error({ err }, 'the scanner of files does not answer: none is taken')
      throw notLookedAt()
    })
    const problems = verdicts.flatMap(({ field, found }) =>
      found === undefined ? [] : [{ field, message: `The scanner of this server refuses this file: ${found}` }],
    )
    if (problems.length > 0) throw invalidInput(problems)
  }
