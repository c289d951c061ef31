import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aRanked } from '#src/features/admin/admin-fixture.ts'
import { aReviewBy, aToolOf, aVoice } from '#src/features/reviews/reviews-fixture.ts'
import { type Person, startTestApp, type TestApp } from './test-app.ts'

let fettle: TestApp
let admin: Person
beforeAll(async () => {
  fettle = await startTestApp()
  admin = await aRanked(fettle, { role: 'admin' })
})
afterAll(() => fettle.stop())

const sql = async (text: string, values: unknown[] = []) => (await fettle.database.pool.query(text, values)).rows
const idOf = async (text: string, values: unknown[] = []) => String((await sql(text, values))[0]?.id)
let count = 0

interface Call {
  /** What stands in the address for `{id}`. */
  readonly id?: string
  readonly body?: object
}

const aSlug = async () => {
  const slug = `noted-${++count}`
  await aToolOf(fettle, await fettle.aPerson(), slug)
  return slug
}
const aTag = async (): Promise<Call & { readonly name: string }> => {
  const name = `noted ${++count}`
  const id = await idOf(`insert into tag (id, name, slug) values (gen_random_uuid(), $1, $2) returning id`, [
    name,
    name.replace(' ', '-'),
  ])
  return { id, name }
}
const aChoice = async (): Promise<Call> => {
  const tool = await aSlug()
  expect((await admin.post('/api/admin/featured', { tool })).status).toBe(200)
  return {
    id: await idOf('select featured_tool.id from featured_tool join tool on tool.id = tool_id where slug = $1', [tool]),
  }
}
async function aReviewThatWaits(): Promise<{ readonly id: string; readonly revision: number }> {
  const [tool] = await sql('select id from tool where slug = $1', [await aSlug()])
  const review = await aReviewBy(await aVoice(fettle), String(tool?.id))
  const [waiting] = await sql('select id, revision from moderation_case where review_id = $1', [review])
  return { id: String(waiting?.id), revision: Number(waiting?.revision) }
}
const toDecide = async () => {
  const { id, revision } = await aReviewThatWaits()
  return { id, body: { revision, decision: 'approve' } }
}
async function anError(): Promise<Call> {
  const id = await idOf(
    `insert into client_error_group (id, fingerprint, message, top_frame)
     values (gen_random_uuid(), sha256($1::text::bytea), 'Cannot read it', 'at run') returning id`,
    [`noted ${++count}`],
  )
  return { id }
}

/** Calls that change something, with what the log then has. */
const NOTED: Readonly<Record<string, readonly [action: string, prepare: () => Promise<Call>]>> = {
  'POST /api/admin/client-errors/{id}/resolve': ['client-error.resolved', anError],
  'POST /api/admin/client-errors/{id}/reopen': [
    'client-error.reopened',
    async () => {
      const group = await anError()
      await admin.post(`/api/admin/client-errors/${group.id}/resolve`)
      return group
    },
  ],
  'POST /api/admin/featured': ['featured.added', async () => ({ body: { tool: await aSlug() } })],
  'POST /api/admin/featured/{id}/move': [
    'featured.moved',
    async () => ({ ...(await aChoice()), body: { direction: 'forward' } }),
  ],
  'DELETE /api/admin/featured/{id}': ['featured.ended', aChoice],
  'PUT /api/admin/tags/{id}': [
    'tag.changed',
    async () => ({ ...(await aTag()), body: { name: `Renamed ${++count}`, synonyms: [] } }),
  ],
  'POST /api/admin/tags/{id}/merge': [
    'tag.merged',
    async () => ({ ...(await aTag()), body: { into: (await aTag()).name } }),
  ],
  'PUT /api/admin/tool-tags': [
    'tool.retagged',
    async () => ({ body: { tool: await aSlug(), tags: ['floor'], synonyms: [], reason: 'It is about floors.' } }),
  ],
  'POST /api/admin/moderation/tools': ['moderation.opened', async () => ({ body: { tool: await aSlug() } })],
  'POST /api/admin/moderation/{id}/claim': ['moderation.claimed', aReviewThatWaits],
  'DELETE /api/admin/moderation/{id}/claim': [
    'moderation.released',
    async () => {
      const waiting = await aReviewThatWaits()
      await admin.post(`/api/admin/moderation/${waiting.id}/claim`)
      return waiting
    },
  ],
  'POST /api/admin/moderation/bulk': [
    'moderation.approve',
    async () => ({ body: { cases: [await aReviewThatWaits()], decision: 'approve' } }),
  ],
  'POST /api/admin/moderation/{id}/decide': ['moderation.approve', toDecide],
  'POST /api/admin/moderation/{id}/reopen': [
    'moderation.reopened',
    async () => {
      const { id, body } = await toDecide()
      await admin.post(`/api/admin/moderation/${id}/decide`, body)
      return { id }
    },
  ],
}

/** The log of these is asked for where the rest of what they do is. */
const ASKED_ELSEWHERE: Readonly<Record<string, string>> = {
  'POST /api/admin/audit/export': 'admin/audit-log.test.ts',
  'POST /api/admin/moderation/claims': 'moderation/copyright.test.ts',
  'POST /api/admin/payment-events/{event}/replay': 'payment-events/payment-events.test.ts',
  'POST /api/admin/payments/export': 'payments-admin/payment-list.test.ts',
  'POST /api/admin/payments/{orderId}/refund': 'checkout/lost-answers.test.ts',
  'POST /api/admin/payouts/export': 'payouts-admin/payouts-admin.test.ts',
  'POST /api/admin/payouts/creators/{id}/hold': 'payouts-admin/payouts-admin.test.ts',
  'POST /api/admin/payouts/creators/{id}/lift': 'payouts-admin/payouts-admin.test.ts',
  'POST /api/admin/payouts/{id}/take-back': 'payouts-admin/payouts-admin.test.ts',
  'POST /api/admin/people/{id}/end-sessions': 'admin/people.test.ts',
  'POST /api/admin/people/{id}/lift': 'admin/people.test.ts',
  'POST /api/admin/people/{id}/pro': 'admin/people.test.ts',
  'POST /api/admin/people/{id}/role': 'admin/people.test.ts',
  'POST /api/admin/people/{id}/suspend': 'admin/people.test.ts',
  'POST /api/admin/people/{id}/withdraw-suspension': 'admin/people.test.ts',
  'POST /api/admin/reconciliation': 'reconciliation/reconciliation.test.ts',
  'POST /api/admin/reconciliation/{id}/moves/{moveId}': 'reconciliation/balances.test.ts',
}

test.each(Object.entries(NOTED))(
  '%s adds one entry to the log, with who did it',
  async (operation, [action, prepare]) => {
    const { id = '', body } = await prepare()
    const [last] = await sql('select max(seq) as seq from audit_entry')
    const [method = '', path = ''] = operation.split(' ')
    const address = path.replace('{id}', id)
    const answer =
      method === 'POST' ? await admin.post(address, body) : await admin.send(method as 'PUT' | 'DELETE', address, body)
    expect([answer.status, answer.body.error]).toEqual([200, undefined])
    const entries = await sql('select actor_id, action from audit_entry where seq > $1', [last?.seq ?? 0])
    expect(entries).toEqual([{ actor_id: admin.id, action }])
  },
)

test('every call of admins that changes something is asked for here, or it is named where', async () => {
  const { paths } = (await fettle.visitor().get('/api/openapi.json')).body as { paths: Record<string, object> }
  const changing = Object.entries(paths)
    .filter(([path]) => path.startsWith('/api/admin/'))
    .flatMap(([path, methods]) => Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`))
    .filter((operation) => !operation.startsWith('GET '))
  expect([...Object.keys(NOTED), ...Object.keys(ASKED_ELSEWHERE)].toSorted()).toEqual(changing.toSorted())
  for (const file of Object.values(ASKED_ELSEWHERE))
    expect(readFileSync(join(import.meta.dirname, '../features', file), 'utf8'), file).toContain('audit_entry')
})
