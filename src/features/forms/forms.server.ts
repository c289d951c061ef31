import { createHash } from 'node:crypto'
import type { Pool } from 'pg'
import type { Engine } from '#src/engine/engine.ts'
import { startOnce } from '#src/features/webhooks/start-once.server.ts'
import { checkAnswers } from '#src/lib/forms/form-fields.ts'
import { isUuid } from '#src/lib/ids.ts'
import { FormSettings } from '#src/nodes/index.ts'
import { formSecret, isSameSecret } from '#src/server/crypto/form-secret.ts'
import type { Db } from '#src/server/database.ts'
import { invalidInput, notFound, tooManyRequests } from '#src/server/http/app-error.ts'
import { limitAddressWith } from '#src/server/http/guards.ts'
import type { Limiter } from '#src/server/http/limiter.ts'
import { type Route, route } from '#src/server/http/route.ts'
import { findPublished } from './forms.queries.ts'
import { formsContract } from './forms.schema.ts'

interface FormsDeps {
  readonly db: Db
  readonly pool: Pool
  readonly engine: Pick<Engine, 'start'>
  readonly limiter: Limiter
}

/** Of one form, from all addresses together. */
const SUBMISSIONS = '300/min'
const MINUTES_IN_A_DAY = 1440

export function formRoutes({ db, pool, engine, limiter }: FormsDeps): Route[] {
  const limit = limitAddressWith(limiter)
  const find = async ({ workflowId, secret }: { workflowId: string; secret: string }) => {
    const row = isUuid(workflowId) ? await findPublished(db, workflowId) : undefined
    if (row === undefined || !isSameSecret(secret, formSecret(row.hook_secret))) throw notFound('form')
    const node = row.graph.nodes.find(({ type, disabled }) => type === 'form' && !disabled)
    const settings = FormSettings.safeParse(node?.config).data
    if (node === undefined || settings === undefined) throw notFound('form')
    return { row, node, settings }
  }

  return [
    route(formsContract.get, [limit('120/min', 'open form')], async ({ params }) => ({
      form: (await find(params)).settings,
    })),
    route(formsContract.submit, [limit('20/min', 'send form')], async ({ params, body }) => {
      const { row, node, settings } = await find(params)
      const checked = checkAnswers(settings.fields, body.answers)
      if (!checked.ok)
        throw invalidInput(Object.entries(checked.errors).map(([field, message]) => ({ field, message })))
      const wait = limiter.take(SUBMISSIONS, `form ${params.workflowId}`)
      if (wait > 0) throw tooManyRequests(wait)
      const key = createHash('sha256').update(`form ${body.submission}`).digest()
      const workflowId = params.workflowId.toLowerCase()
      const payload = { values: { ...checked.values }, submittedAt: new Date().toISOString() }
      // A second press of the button, or a reload, sends the same submission again.
      await startOnce<unknown>(
        pool,
        { workflowId, key, rememberMinutes: MINUTES_IN_A_DAY },
        {
          start: (executionId) =>
            engine.start({
              executionId,
              workflowId,
              ownerId: row.owner_id,
              version: row.version,
              graph: row.graph,
              lane: row.lane,
              trigger: { kind: 'form', nodeId: node.id, payload },
            }),
          duplicateOf: () => null,
        },
      )
      return { accepted: true as const }
    }),
  ]
}
