import type { Fxn } from '#src/features/catalog/catalog.schema.ts'
import { createLocalRunner } from '#src/features/tool-runs/local-runner.web.tsx'
import type { PageRunner } from '#src/features/tool-runs/page-runner.ts'
import type { Opening } from './open-tool.ts'

/** A runner whose code only the pages that need it load. */
function createLaterRunner(fetchRunner: () => Promise<PageRunner>): PageRunner {
  let loading: Promise<PageRunner> | undefined
  const load = () => (loading ??= fetchRunner())
  const tell = (what: 'stop' | 'close') =>
    void loading?.then(
      (runner) => runner[what](),
      () => undefined,
    )
  return {
    prepare: async () => void (await load()),
    run: async (input, options) => (await load()).run(input, options),
    interrupted: async () => (await load()).interrupted?.(),
    stop: () => tell('stop'),
    close: () => tell('close'),
  }
}

/** What runs a tool for its page: this browser, a sandbox of it, or the server. */
export const createRunner = (fxn: Fxn, { isLocal, isGuest }: Pick<Opening, 'isLocal' | 'isGuest'>): PageRunner =>
  isLocal && !isGuest
    ? createLocalRunner(fxn.slug, {
        inWorkerOnly:
          fxn.inputConfig.large ||
          Object.values(fxn.inputSchema).some(({ type }) => type === 'textarea' || type === 'file'),
      })
    : createLaterRunner(async () =>
        (await import('#src/features/tool-runs/remote-runner.web.tsx')).createRemoteRunner(fxn, { isGuest }),
      )
