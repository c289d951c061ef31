import type { Db } from '#src/server/database.ts'
import { assertFound } from '#src/server/http/app-error.ts'
import { signedIn } from '#src/server/http/guards.ts'
import { type Route, route } from '#src/server/http/route.ts'
import { findOwned } from '../workflows.queries.ts'
import { findKeptDraft, listKeptDrafts } from './kept-drafts.queries.ts'
import { keptDraftsContract } from './kept-drafts.schema.ts'

export const keptDraftRoutes = (db: Db): Route[] => [
  route(keptDraftsContract.list, [signedIn], async ({ user, params }) => {
    assertFound(await findOwned(db, user.id, params.id), 'workflow')
    const rows = await listKeptDrafts(db, params.id)
    return { drafts: rows.map(({ created_at, ...row }) => ({ ...row, createdAt: created_at.toISOString() })) }
  }),
  route(keptDraftsContract.get, [signedIn], async ({ user, params }) => {
    assertFound(await findOwned(db, user.id, params.id), 'workflow')
    const row = await findKeptDraft(db, params.id, params.draftId)
    assertFound(row, 'draft')
    const { created_at, ...draft } = row
    return { draft: { ...draft, createdAt: created_at.toISOString() } }
  }),
]
