import type { Fxn } from '#src/features/catalog/catalog.schema.ts'
import { createLocalRunner } from '#src/features/tool-runs/local-runner.web.tsx'
import type { PageRunner } from '#src/features/tool-runs/page-runner.ts'
import { createServerRunner } from '#src/features/tool-runs/server-runner.web.tsx'

/** What runs a tool for its page: this browser, or the server. */
export const createRunner = (fxn: Fxn, isLocal: boolean): PageRunner =>
  isLocal
    ? createLocalRunner(fxn.slug, {
        inWorkerOnly:
          fxn.inputConfig.large ||
          Object.values(fxn.inputSchema).some(({ type }) => type === 'textarea' || type === 'file'),
      })
    : createServerRunner(fxn.id)
