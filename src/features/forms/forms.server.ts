import { createHash } from 'node:crypto'
import type { Pool } from 'pg'
import type { Engine, EngineTransaction, StartRequest } from '#src/engine/engine.ts'
import { insertFiles, type NewFile } from '#src/features/run-files/run-files.queries.ts'
import { startOnce } from '#src/features/webhooks/start-once.server.ts'
import { checkAnswers } from '#src/lib/forms/form-fields.ts'
import type { CheckedFile, SentFile } from '#src/lib/forms/form-files.ts'
import type { Graph, Problem } from '#src/lib/graph/graph.schema.ts'
import { problemText } from '#src/lib/graph/problem-text.ts'
import { isUuid, uuidv7 } from '#src/lib/ids.ts'
import { FormSettings } from '#src/nodes/index.ts'
import { formSecret, isSameSecret, testFormSecret } from '#src/server/crypto/form-secret.ts'
import type { Db } from '#src/server/database.ts'
import { asEngineTransaction } from '#src/server/engine-transaction.ts'
import { AppError, invalidInput, notFound, tooManyRequests } from '#src/server/http/app-error.ts'
import { limitAddressWith } from '#src/server/http/guards.ts'
import { type Route, route } from '#src/server/http/route.ts'
import type { SharedLimiter } from '#src/server/http/shared-limiter.ts'
import type { RefuseInfected } from '#src/server/scanner/refuse-infected.ts'
import { findPublished, findTestForm } from './forms.queries.ts'
import { type FormSubmission, formsContract } from './forms.schema.ts'
import { withOwnPictures } from './own-pictures.server.ts'

interface FormsDeps {
  readonly db: Db
  readonly pool: Pool
  readonly engine: Pick<Engine, 'start' | 'enqueue' | 'laneOf'>
  readonly checkGraph: (graph: Graph) => readonly Problem[]
  /** Whether the account may keep so many bytes more; until the transaction ends nobody else takes them. */
  readonly hasRoom: (transaction: EngineTransaction, ownerId: string, bytes: number) => Promise<boolean>
  readonly limiter: SharedLimiter
  readonly refuseInfected: RefuseInfected
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

const draftHasProblems = (message: string) =>
  new AppError({ code: 'GRAPH_HAS_PROBLEMS', status: 422, message: `The draft cannot run yet: ${message}` })

const sentFiles = (files: FormSubmission['files'] = {}): Record<string, SentFile> =>
  Object.fromEntries(
    Object.entries(files).map(([field, { name, base64 }]) => [field, { name, content: Buffer.from(base64, 'base64') }]),
  )

const contentsOf = (files: Readonly<Record<string, CheckedFile>>): Record<string, Uint8Array> =>
  Object.fromEntries(Object.entries(files).map(([field, { content }]) => [field, content]))

const toFiles = (files: Readonly<Record<string, CheckedFile>>): NewFile[] =>
  Object.entries(files).map(([field, file]) => ({ ...file, field, id: uuidv7() }))

const sizeOf = (files: readonly NewFile[]) => files.reduce((sum, { content }) => sum + content.length, 0)

/**
 * What is sent again starts nothing again. The id alone would not do: who goes back after the thanks and changes an
 * answer sends it under the id of the page that the browser has kept.
 */
function keyOf({ submission, answers, files = {} }: FormSubmission): Buffer {
  const digest = (text: string) => createHash('sha256').update(text).digest()
  const sent = Object.entries(files).map(([field, { name, base64 }]) => [field, name, digest(base64).toString('hex')])
  const byField = ([one = '']: readonly string[], [other = '']: readonly string[]) => (one < other ? -1 : 1)
  const said = [Object.entries(answers).sort(byField), sent.sort(byField)]
  return digest(`form ${submission} ${JSON.stringify(said)}`)
}

/** What a run has of a file. */
const referenceTo = ({ id, name, type, content }: NewFile) => ({ file: id, name, type, bytes: content.length })

interface FormAddress {
  readonly workflowId: string
  readonly secret: string
}

/** What an address starts: the published version, or the draft while its editor listens. */
type FormStart = Pick<StartRequest, 'ownerId' | 'version' | 'graph' | 'lane'>

export function formRoutes({ db, pool, engine, limiter, hasRoom, checkGraph, refuseInfected }: FormsDeps): Route[] {
  const limit = limitAddressWith(limiter)
  const findStart = async ({ workflowId, secret }: FormAddress): Promise<FormStart | undefined> => {
    if (!isUuid(workflowId)) return undefined
    const row = await findPublished(db, workflowId)
    if (row !== undefined && isSameSecret(secret, formSecret(row.hook_secret)))
      return { ownerId: row.owner_id, version: row.version, graph: row.graph, lane: row.lane }
    const test = await findTestForm(db, workflowId)
    if (test === undefined || !isSameSecret(secret, testFormSecret(test.hook_secret))) return undefined
    return { ownerId: test.owner_id, version: null, graph: test.draft, lane: engine.laneOf(test.draft) }
  }
  const find = async (address: FormAddress) => {
    const start = await findStart(address)
    const node = start?.graph.nodes.find(({ type, disabled }) => type === 'form' && !disabled)
    const settings = FormSettings.safeParse(node?.config).data
    if (start === undefined || node === undefined || settings === undefined) throw notFound('form')
    return { start, node, settings, isTest: start.version === null }
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
      form: await find(params).then(({ settings, isTest }) => ({ ...settings, isTest })),
    })),
    route(formsContract.submit, [limit('20/min', 'send form')], async ({ params, body }) => {
      const { start, node, settings, isTest } = await find(params)
      const checked = checkAnswers(settings.fields, body.answers, sentFiles(body.files))
      if (!checked.ok)
        throw invalidInput(Object.entries(checked.errors).map(([field, message]) => ({ field, message })))
      const problem = isTest ? checkGraph(start.graph).find(({ severity }) => severity === 'error') : undefined
      if (problem !== undefined) throw draftHasProblems(problemText(start.graph, problem))
      const workflowId = params.workflowId.toLowerCase()
      const wait = await limiter.takeTogether(SUBMISSIONS, `form ${workflowId}`)
      if (wait > 0) throw tooManyRequests(wait)
      await refuseInfected(contentsOf(checked.files))
      const files = toFiles(await withOwnPictures(checked.files, settings.fields))
      const values = { ...checked.values, ...Object.fromEntries(files.map((file) => [file.field, referenceTo(file)])) }
      const payload = { values, submittedAt: new Date().toISOString() }
      // A second press of the button, or a reload, sends the same submission again.
      await startOnce<unknown>(
        pool,
        { workflowId, key: keyOf(body), rememberMinutes: MINUTES_IN_A_DAY },
        {
          start: (executionId) =>
            startWith(files, {
              executionId,
              workflowId,
              ...start,
              trigger: { kind: 'form', nodeId: node.id, payload },
            }),
          duplicateOf: () => null,
        },
      )
      return { accepted: true as const }
    }),
  ]
}
