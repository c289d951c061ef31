import type { Fxn } from '#src/features/catalog/catalog.schema.ts'
import { createLocalRunner } from '#src/features/tool-runs/local-runner.web.tsx'
import type { PageRunner } from '#src/features/tool-runs/page-runner.ts'

/** The server's runner, whose code only the pages of tools that run there load. */
function createLaterRunner(toolId: string): PageRunner {
  let loading: Promise<PageRunner> | undefined
  const load = () =>
    (loading ??= import('#src/features/tool-runs/server-runner.web.tsx').then(({ createServerRunner }) =>
      createServerRunner(toolId),
    ))
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

/** What runs a tool for its page: this browser, or the server. */
export const createRunner = (fxn: Fxn, isLocal: boolean): PageRunner =>
  isLocal
    ? createLocalRunner(fxn.slug, {
        inWorkerOnly:
          fxn.inputConfig.large ||
          Object.values(fxn.inputSchema).some(({ type }) => type === 'textarea' || type === 'file'),
      })
    : createLaterRunner(fxn.id)
