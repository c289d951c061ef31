import { repeat } from '#src/engine/repeat.ts'
import type { Logger } from '#src/server/log.ts'
import type { EmbeddedProvider } from './create-embedded.server.ts'

const EVERY_MS = 2000

/** Lets time pass for the embedded provider. Returns the way to end it. */
export const startTestPayments = ({
  provider,
  log,
}: {
  readonly provider: EmbeddedProvider
  readonly log: Logger
}): (() => Promise<void>) => repeat('Test payments', EVERY_MS, () => provider.catchUp(), log)
