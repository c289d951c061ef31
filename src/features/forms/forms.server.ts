import { createHash } from 'node:crypto'
import type { Pool } from 'pg'
import type { Engine, EngineTransaction, StartRequest } from '#src/engine/engine.ts'
import { insertFiles, type NewFile } from '#src/features/run-files/run-files.queries.ts'
import { startOnce } from '#src/features/webhooks/start-once.server.ts'
import { checkAnswers } from '#src/lib/forms/form-fields.ts'
import type { CheckedFile, SentFile } from '#src/lib/forms/form-files.ts'
import { isUuid, uuidv7 } from '#src/lib/ids.ts'
import { FormSettings } from '#src/nodes/index.ts'
import { formSecret, isSameSecret } from '#src/server/crypto/form-secret.ts'
import type { Db } from '#src/server/database.ts'
import { asEngineTransaction } from '#src/server/engine-transaction.ts'
import { AppError, invalidInput, notFound, tooManyRequests } from '#src/server/http/app-error.ts'
import { limitAddressWith } from '#src/server/http/guards.ts'
import type { Limiter } from '#src/server/http/limiter.ts'
import { type Route, route } from '#src/server/http/route.ts'
import { findPublished } from './forms.queries.ts'
import { type FormSubmission, formsContract } from './forms.schema.ts'

interface FormsDeps {
  readonly db: Db
  readonly pool: Pool
  readonly engine: Pick<Engine, 'start' | 'enqueue'>
  /** Whether the account may keep so many bytes more; until the transaction ends nobody else takes them. */
  readonly hasRoom: (transaction: EngineTransaction, ownerId: string, bytes: number) => Promise<boolean>
  readonly limiter: Limiter
}

/** Of one form, from all addresses together. */
const SUBMISSIONS = '300/min'
const MINUTES_IN_A_DAY = 1440

/** Whoever fills the form in can do nothing about it. */
const noRoom = () =>
  new AppError({
    code: 'QUOTA_EXCEEDED',
    status: 507,
    message: 'This form cannot take files at the moment: there is no room left. Tell the person who made it.',
  })

const sentFiles = (files: FormSubmission['files'] = {}): Record<string, SentFile> =>
  Object.fromEntries(
    Object.entries(files).map(([field, { name, base64 }]) => [field, { name, content: Buffer.from(base64, 'base64') }]),
  )

const toFiles = (files: Readonly<Record<string, CheckedFile>>): NewFile[] =>
  Object.entries(files).map(([field, file]) => ({ ...file, field, id: uuidv7() }))

const sizeOf = (files: readonly NewFile[]) => files.reduce((sum, { content }) => sum + content.length, 0)

/** What a run has of a file. */
const referenceTo = ({ id, name, type, content }: NewFile) => ({ file: id, name, type, bytes: content.length })

export function formRoutes({ db, pool, engine, limiter, hasRoom }: FormsDeps): Route[] {
  const limit = limitAddressWith(limiter)
  const find = async ({ workflowId, secret }: { workflowId: string; secret: string }) => {
    const row = isUuid(workflowId) ? await findPublished(db, workflowId) : undefined
    if (row === undefined || !isSameSecret(secret, formSecret(row.hook_secret))) throw notFound('form')
    const node = row.graph.nodes.find(({ type, disabled }) => type === 'form' && !disabled)
    const settings = FormSettings.safeParse(node?.config).data
    if (node === undefined || settings === undefined) throw notFound('form')
    return { row, node, settings }
  }

  /** A run and its files are there together or not at all. */
  const startWith = (files: readonly NewFile[], request: StartRequest & { readonly executionId: string }) =>
    files.length === 0
      ? engine.start(request)
      : db.transaction().execute(async (transaction) => {
          const { ownerId } = request
          if (!(await hasRoom(asEngineTransaction(transaction), ownerId, sizeOf(files)))) throw noRoom()
          const started = await engine.enqueue(asEngineTransaction(transaction), request)
          await insertFiles(transaction, { executionId: request.executionId, ownerId }, files)
          return started
        })

  return [
    route(formsContract.get, [limit('120/min', 'open form')], async ({ params }) => ({
      form: (await find(params)).settings,
    })),
    route(formsContract.submit, [limit('20/min', 'send form')], async ({ params, body }) => {
      const { row, node, settings } = await find(params)
      const checked = checkAnswers(settings.fields, body.answers, sentFiles(body.files))
      if (!checked.ok)
        throw invalidInput(Object.entries(checked.errors).map(([field, message]) => ({ field, message })))
      const wait = limiter.take(SUBMISSIONS, `form ${params.workflowId}`)
      if (wait > 0) throw tooManyRequests(wait)
      const key = createHash('sha256').update(`form ${body.submission}`).digest()
      const workflowId = params.workflowId.toLowerCase()
      const files = toFiles(checked.files)
      const values = { ...checked.values, ...Object.fromEntries(files.map((file) => [file.field, referenceTo(file)])) }
      const payload = { values, submittedAt: new Date().toISOString() }
      // A second press of the button, or a reload, sends the same submission again.
      await startOnce<unknown>(
        pool,
        { workflowId, key, rememberMinutes: MINUTES_IN_A_DAY },
        {
          start: (executionId) =>
            startWith(files, {
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
