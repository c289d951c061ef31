import type { Fxn } from '#src/features/catalog/catalog.schema.ts'
import { createGuestRunner } from './guest-runner.web.tsx'
import type { PageRunner } from './page-runner.ts'
import { createServerRunner } from './server-runner.web.tsx'

/** What runs a tool of a creator for its page: a sandbox in this browser, or the server. */
export const createRemoteRunner = (fxn: Fxn, { isGuest }: { readonly isGuest: boolean }): PageRunner =>
  isGuest ? createGuestRunner(fxn) : createServerRunner(fxn.id)
