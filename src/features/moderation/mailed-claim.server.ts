import { randomBytes } from 'node:crypto'
import { findAnyTool } from '#src/features/catalog/catalog.server.ts'
import { slugIn } from '#src/features/catalog/slug-in.ts'
import { insertClaim } from '#src/features/copyright/disputes.queries.ts'
import { newReference } from '#src/features/reports/reference.ts'
import { insertReport } from '#src/features/reports/reports.queries.ts'
import { appendAudit } from '#src/server/audit/audit.ts'
import type { Db } from '#src/server/database.ts'
import { assertFound, gone, invalidInput } from '#src/server/http/app-error.ts'
import { may } from '#src/server/http/guards.ts'
import { type Route, route } from '#src/server/http/route.ts'
import { moderationContract } from './moderation.schema.ts'
import { openReportCase } from './open-case.queries.ts'

/** A letter is a claim like any other, received when it came. */
export const mailedClaimRoute = ({ db }: { readonly db: Db }): Route =>
  route(moderationContract.claimByMail, [may('moderation.decide')], async ({ body, user, address }) => {
    const { tool: place, receivedOn, ...claim } = body
    const tool = await findAnyTool(db, slugIn(place))
    assertFound(tool, 'tool')
    if (tool.status === 'deleted') throw gone('tool', tool.removed_reason)
    const receivedAt = new Date(`${receivedOn}T00:00:00Z`)
    if (receivedAt > new Date()) throw invalidInput([{ field: 'receivedOn', message: 'This day has not come yet' }])
    const reference = newReference(randomBytes)
    await db.transaction().execute(async (transaction) => {
      const caseId = await openReportCase(transaction, tool.id, 'copyright')
      const report = { reference, toolId: tool.id, caseId, reporterId: null, who: null, sentFrom: null, details: '' }
      await insertReport(transaction, { ...report, reason: 'copyright' })
      await insertClaim(transaction, { caseId, reference, ...claim, receivedAt })
      await appendAudit(transaction, {
        ...{ actorId: user.id, action: 'copyright.claimed', target: `tool ${tool.id}`, address },
        details: { case: caseId, reference, receivedOn },
      })
    })
    return { reference }
  })
